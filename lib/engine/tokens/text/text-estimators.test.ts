import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Length } from '@/lib/engine/base/utf8';
import { IMAGE_TOKENS } from '@/lib/engine/mechanisms/estimate-settings';
import type { Part, Tool } from '@/lib/engine/session/schema';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { partSizes, toolSizes } from '../contextguard';
import { measureSession } from '../measure';
import { countSession, profileCounts, TextCounter } from './text-counts';
import {
  bytesEstimator,
  charsEstimator,
  countPartText,
  INLINE_TOKENS,
  LONGEST_RUN,
  partFields,
  tokenizerEstimator,
  toolFields,
} from './text-estimators';

const lengths = (fields: readonly string[] | null): readonly number[] | undefined =>
  fields?.map(utf8Length);

describe('fields', () => {
  const map = { b: [1, null, true], ü: 'x', nested: { z: 1e6, a: '' } };
  const parts: readonly Part[] = [
    { kind: 'text', text: 'grün 🌱' },
    { kind: 'thought', text: '' },
    { kind: 'call', name: 'read', args: map },
    { kind: 'call', name: 'read', args: null },
    { kind: 'call', name: 'read', args: 'raw' },
    { kind: 'response', name: 'read', response: map },
    { kind: 'response', name: 'read', response: null },
    { kind: 'other', type: 'toolCall', value: { id: 'i', toolType: 'T', args: map } },
    { kind: 'other', type: 'toolResponse', value: { id: 'i' } },
    { kind: 'other', type: 'partMetadata', value: map },
    { kind: 'other', type: 'executableCode', value: map },
  ];

  it.each(parts)('have the lengths that the reference floors: %j', (part) => {
    expect(lengths(partFields(part))).toEqual(partSizes(part));
  });

  it('of a tool are name, description and marshalled schema', () => {
    const tool: Tool = { name: 'grep', description: 'a < b', schema: { type: 'object', a: '<' } };
    expect(toolFields(tool)).toEqual(['grep', 'a < b', '{"a":"\\u003c","type":"object"}']);
    expect(lengths(toolFields(tool))).toEqual(toolSizes(tool));
    expect(toolFields({ ...tool, schema: null })).toEqual(['grep', 'a < b']);
  });

  it('of inline data are its type alone, and none where only sizes are held', () => {
    expect(partFields({ kind: 'inline', mime: 'image/png', bytes: 9 })).toEqual(['image/png']);
    expect(partFields({ kind: 'sized', of: 'text', sizes: [9] })).toBeNull();
    expect(toolFields({ sizes: [9] })).toBeNull();
  });
});

describe('estimators', () => {
  it('floor a field: bytes and UTF-16 units', () => {
    // g r ü(2) n: 5 bytes, 4 units; the emoji: 4 bytes, 2 units.
    expect([bytesEstimator.count('grün'), charsEstimator.count('grün')]).toEqual([1, 1]);
    expect([bytesEstimator.count('🌱🌱'), charsEstimator.count('🌱🌱')]).toEqual([2, 1]);
    expect([bytesEstimator.count('日本語'), charsEstimator.count('日本語')]).toEqual([2, 0]);
  });

  it('count each field on its own', () => {
    const call: Part = { kind: 'call', name: 'read', args: { path: 'abcdefg' } };
    // read 4 / 4, path 4 / 4, abcdefg 7 / 4
    expect(countPartText(charsEstimator, call)).toBe(3);
  });

  it('take inline data by its bytes or, where only text is counted, at the flat cost', () => {
    const image: Part = { kind: 'inline', mime: 'image/png', bytes: 30_000 };
    expect(countPartText(bytesEstimator, image)).toBe(2 + 7_500);
    expect(countPartText(charsEstimator, image)).toBe(1_600);
    expect(INLINE_TOKENS).toBe(IMAGE_TOKENS);
  });
});

describe('a tokenizer', () => {
  /** Returns the pieces it was given to count. */
  const seen = (text: string): readonly string[] => {
    const pieces: string[] = [];
    const one = (piece: string): number => {
      pieces.push(piece);
      return 1;
    };
    expect(tokenizerEstimator('o200k_base', one).count(text)).toBe(pieces.length);
    return pieces;
  };

  it('gets a text whole where no run is long', () => {
    const text = `${'word '.repeat(500)}${'1234567890'.repeat(100)}`;
    expect(seen(text)).toEqual([text]);
  });

  it.each(['a', ' ', '=', '字', '🌱', 'é', 'aé'])('gets a long run of %j in pieces', (unit) => {
    const text = `before ${unit.repeat(2_000)} after`;
    const pieces = seen(text);
    expect(pieces.join('')).toBe(text);
    expect(pieces.length).toBeGreaterThan(4);
    // The cuts are between characters, never inside one.
    for (const piece of pieces) expect(piece).not.toMatch(/^[\udc00-\udfff]/);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(LONGEST_RUN + 9);
  });

  it('loses no character of any text', () => {
    const any = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 900 })));
    fc.assert(
      fc.property(any, (runs) => {
        const text = runs.map(([unit, times]) => unit.slice(0, 2).repeat(times)).join('');
        expect(seen(text).join('')).toBe(text);
      }),
      { numRuns: 100, seed: 7 },
    );
  });
});

describe('counts of a session', () => {
  it('by bytes ÷ 4 are those the profile holds', () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        const counted = countSession(bytesEstimator, session);
        const sized =
          JSON.stringify([session.entries, session.prefix, session.compactions]).includes(
            '"kind":"sized"',
          ) || (session.prefix.tools ?? []).some((tool) => 'sizes' in tool);
        if (sized) expect(counted).toBeNull();
        else expect(counted).toEqual(profileCounts(measureSession(session)));
      }),
      { numRuns: 200, seed: 11 },
    );
  });

  it('hold prefix, entries, thoughts and summaries apart', () => {
    const picture = textSession(`
      system 400
      u 100
      -- 900
      m 20
      + t 60
      -- 950
      == compact 44
      u 8
      -- 700
    `);
    const tools: readonly Tool[] = [{ name: 'grep', description: 'twelve bytes', schema: {} }];
    const session = { ...picture, prefix: { ...picture.prefix, tools } };
    expect(countSession(bytesEstimator, session)).toEqual({
      estimator: 'bytes4',
      // 400 / 4 + 4 / 4 + 12 / 4 + 2 / 4
      prefix: 100 + 1 + 3 + 0,
      entries: Int32Array.of(25, 5, 2),
      thoughts: Int32Array.of(0, 15, 0),
      summaries: Int32Array.of(11),
    });
  });

  it('are none where one part has lost its text', () => {
    const counter = new TextCounter(charsEstimator);
    counter.push({ role: 'user', parts: [{ kind: 'text', text: 'held' }] });
    const head = { prefix: { system: null, tools: null }, compactions: [] };
    expect(counter.counts(head, [0])?.entries).toEqual(Int32Array.of(1));
    counter.push({ role: 'user', parts: [{ kind: 'sized', of: 'text', sizes: [4] }] });
    expect(counter.counts(head, [0, 1])).toBeNull();
    expect(counter.lost).toBe(1);
  });
});
