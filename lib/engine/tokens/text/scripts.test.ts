import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbersOnly } from '../numbers-only';
import { textSession } from '@/lib/engine/session/testing/text-session';
import type { Part } from '@/lib/engine/session/schema';
import { EntryTable } from '../entry-table';
import { measureSession } from '../measure';
import { decodeProfile, encodeProfile } from '../profile-codec';
import { countScripts, scripts } from './scripts';

const counts = (text: string) => {
  const into = new Int32Array(scripts.length);
  countScripts(text, into);
  return [...into];
};

describe('the characters of a text', () => {
  it.each([
    ['plain text, 12 {}\n', [18, 0, 0]],
    ['Grüße, naïve façade ſ', [21, 0, 0]],
    ['Việt Nam ệ', [10, 0, 0]],
    ['会话', [0, 2, 0]],
    ['ひらカタ한글ㄅ，。「」', [0, 11, 0]],
    ['ｆｕｌｌ', [0, 4, 0]],
    ['\u{20000}\u{30000}', [0, 2, 0]],
    ['Привет', [0, 0, 6]],
    ['αβγ עברית हिन्दी', [2, 0, 14]],
    ['ok 会话 да', [4, 2, 2]],
  ])('of %j are Latin, CJK and of other scripts', (text, expected) => {
    expect(counts(text)).toEqual(expected);
  });

  it('that belong to no script are not counted: symbols, emoji, marks, halves of pairs', () => {
    expect(counts('→─│✓…—“”€🎉👩\u200d💻\ud800\udc00\ud800')).toEqual([0, 0, 0]);
  });

  it('are the sum of the parts, wherever a text is cut between characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const [one, other] = [counts(a), counts(b)];
        expect(counts(a + b)).toEqual(one.map((value, i) => value + (other[i] ?? 0)));
      }),
    );
  });
});

describe('the characters of an entry', () => {
  const entry = (...parts: readonly Part[]): readonly number[] => {
    const table = new EntryTable();
    table.push({ role: 'user', parts });
    return scripts.map((script) => table.scripts[script].at(0));
  };

  it('are those of its texts, of names and every string of arguments and responses', () => {
    expect(entry({ kind: 'text', text: 'ab会' }, { kind: 'thought', text: 'да' })).toEqual([
      2, 1, 2,
    ]);
    expect(
      entry({ kind: 'call', name: 'f', args: { a: ['会', 1, true, null], b: { c: 'да' } } }),
    ).toEqual([4, 1, 2]);
    expect(entry({ kind: 'response', name: 'f', response: { r: '话话' } })).toEqual([2, 2, 0]);
    expect(entry({ kind: 'other', type: 'x', value: { a: '会' } })).toEqual([1, 1, 0]);
  });

  it('are none of images, and of sizes in place of text those that were kept', () => {
    expect(entry({ kind: 'inline', mime: 'image/png', bytes: 9_000 })).toEqual([0, 0, 0]);
    expect(entry({ kind: 'sized', of: 'text', sizes: [900] })).toEqual([0, 0, 0]);
    const kept = { kind: 'sized', of: 'text', sizes: [900], characters: [600, 100, 0] } as const;
    expect(entry(kept)).toEqual([600, 100, 0]);
  });
});

it('a profile keeps them, so does numbers-only, again and again', () => {
  const session = textSession('u "会话 ok"\n-- 100\nm "да"\n-- 200');
  const kept = [
    [3, 0],
    [2, 0],
    [0, 2],
  ];
  const once = numbersOnly(session);
  for (const one of [session, once, numbersOnly(once)]) {
    const { entries } = decodeProfile(encodeProfile(measureSession(one)));
    expect(scripts.map((script) => [...entries.scripts[script]])).toEqual(kept);
  }
});
