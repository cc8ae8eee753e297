import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partKinds, type Json, type Part } from '@/lib/engine/session/schema';
import { countPart, countTool, partSizes, toolSizes } from './contextguard';
import { goJson, goValue, goValueLength } from './go-format';
import { base64Length, compareUtf8, utf8Length } from '@/lib/engine/base/utf8';

interface Vector {
  readonly id: string;
  readonly fn: string;
  readonly input: { readonly [key: string]: Json };
  readonly output: {
    readonly printed?: string;
    readonly bytes?: number;
    readonly marshalled?: readonly string[] | null;
  };
}

const { vectors } = JSON.parse(
  readFileSync(new URL('fixtures/estimates.json', import.meta.url), 'utf8'),
) as { readonly vectors: readonly Vector[] };
const of = (fn: string): readonly Vector[] => vectors.filter((vector) => vector.fn === fn);

/** The file's own JSON lost the sign of this vector's −0. */
const valueOf = (vector: Vector): Json =>
  vector.id === 'fmtV#2' ? -0 : (vector.input['value'] ?? null);

/** Any string, lone surrogates included. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
});
/** Mostly ASCII with a few other units in between, as code and prose are. */
const sparseText = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: fc.string({ minLength: 5, maxLength: 60 }) },
      { weight: 1, arbitrary: anyText },
    ),
  )
  .map((texts) => texts.join(''));
const anyJson = fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<Json>;

describe('Go’s printed forms', () => {
  test.each(of('fmtV'))('$id prints as fmt does', (vector) => {
    expect(goValue(valueOf(vector))).toBe(vector.output.printed);
    expect(goValueLength(valueOf(vector))).toBe(vector.output.bytes);
  });

  const marshalled = of('estimateToolTokens').filter(
    ({ id, output }) => output.marshalled && id !== 'estimateToolTokens#11',
  );
  test.each(marshalled)('$id marshals as encoding/json does', (vector) => {
    const tools = vector.input['tools'] as { functionDeclarations: Record<string, Json>[] }[];
    const schemas = tools
      .flatMap((tool) => tool.functionDeclarations)
      .flatMap((tool) => tool['parametersJsonSchema'] ?? tool['parameters'] ?? []);
    expect(schemas.map(goJson)).toEqual(vector.output.marshalled);
  });

  test('numbers marshal as encoding/json does, −0 included', () => {
    const numbers = { a: 1e6, b: 1e21, c: 1e-7, d: 1, e: 123456789.5, f: 1e20, g: 1e-6, h: -0 };
    const vector = vectors.find(({ id }) => id === 'estimateToolTokens#11');
    expect([goJson(numbers)]).toEqual(vector?.output.marshalled);
  });

  test('the length of a printed value is that of the value printed', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(goValueLength(value)).toBe(utf8Length(goValue(value)));
      }),
    );
  });

  test('marshalled JSON reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue() as fc.Arbitrary<Json>, (value) => {
        // Go writes −0 as "-0", which JSON.stringify does not: the value itself is the measure.
        expect(JSON.parse(goJson(value))).toEqual(value);
      }),
    );
  });
});

describe('byte lengths', () => {
  test.each([
    ['any units', anyText],
    ['mostly ASCII', sparseText],
  ])('agree with the host’s encoder on %s', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(utf8Length(text)).toBe(Buffer.byteLength(text));
      }),
      { numRuns: 500 },
    );
  });

  test('base64 decodes to as many bytes as it was made of', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const data = Buffer.from(bytes);
        expect(base64Length(data.toString('base64'))).toBe(bytes.length);
        expect(base64Length(data.toString('base64url'))).toBe(bytes.length);
      }),
    );
  });

  test('keys sort by their bytes', () => {
    const sign = (order: number): number => Math.sign(order);
    const wholeText = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(wholeText, wholeText, (a, b) => {
        expect(sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      { numRuns: 500 },
    );
  });
});

describe('sizes of a part', () => {
  const parts: readonly Part[] = [
    { kind: 'text', text: 'naïve — 日本' },
    { kind: 'thought', text: 'hm' },
    { kind: 'call', name: 'exec', args: { cmd: 'ls -la', n: 1e6, list: [1, null] } },
    { kind: 'call', name: 'raw', args: 'unparsed text' },
    { kind: 'call', name: 'none', args: null },
    { kind: 'response', name: 'exec', response: { out: 'ok', code: 0 } },
    { kind: 'response', name: 'nil', response: null },
    { kind: 'inline', mime: 'image/png', bytes: 4321 },
    { kind: 'inline', mime: 'ünknown/日本', bytes: 1 },
    { kind: 'other', type: 'toolCall', value: { id: 'tc1', toolType: 'URL_CONTEXT' } },
    { kind: 'other', type: 'partMetadata', value: { source: 'cache' } },
    { kind: 'other', type: 'fileData', value: { fileUri: 'gs://a' } },
  ];

  test('every kind is here', () => {
    expect(new Set(parts.map(({ kind }) => kind))).toEqual(new Set(partKinds));
  });

  test.each(parts)('$kind counts the same by sizes alone', (part) => {
    const of = part.kind === 'sized' ? part.of : part.kind;
    expect(countPart({ kind: 'sized', of, sizes: partSizes(part) })).toBe(countPart(part));
  });

  test('a tool counts the same by sizes alone', () => {
    const tool = { name: 'exec', description: 'Runs <it>', schema: { type: 'object' } };
    expect(countTool({ sizes: toolSizes(tool) })).toBe(countTool(tool));
    expect(countTool(tool)).toBe(1 + 2 + 4);
  });
});
