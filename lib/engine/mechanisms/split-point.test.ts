import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readContent } from '@/lib/readers/importers/mechanisms/genai';
import { countPart } from '@/lib/engine/tokens/contextguard';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { budgetSplit, PairCuts, type RequestShape } from './split-point';

interface Content {
  readonly role?: string;
  readonly parts?: readonly Readonly<Record<string, unknown>>[];
}

interface Vector {
  readonly id: string;
  readonly fn: string;
  readonly note: string;
  readonly input: { readonly shape: string; readonly contents: readonly (Content | null)[] };
  readonly output: Readonly<Record<string, number>>;
}

const { vectors } = JSON.parse(
  readFileSync('lib/engine/tokens/fixtures/estimates.json', 'utf8'),
) as {
  readonly vectors: readonly Vector[];
};
const of = (fn: string): readonly (readonly [string, string, Vector])[] =>
  vectors.filter((one) => one.fn === fn).map((one) => [one.id, one.note, one] as const);

/** Flags by the content's own role: readers map odd roles, the reference's split does not. */
function flagsOf(content: Content | null): number {
  const has = (name: string): boolean =>
    (content?.parts ?? []).some((part) => part[name] !== undefined && part[name] !== null);
  const user = content?.role === 'user' ? entryFlag.user : 0;
  const call = content?.role === 'model' && has('functionCall') ? entryFlag.call : 0;
  const response = user !== 0 && has('functionResponse') ? entryFlag.response : 0;
  return user | call | response;
}

function tokensOf(content: Content | null): number {
  const parts = readContent(content as never, 'user')?.parts ?? [];
  return parts.reduce((sum, part) => sum + countPart(part), 0);
}

const shapeOf = (entries: number): RequestShape => ({ lead: 0, from: 0, to: entries, trail: 0 });

describe('safeSplitIndex', () => {
  it.each(of('safeSplitIndex'))('%s %s', (_, __, { input, output }) => {
    const cuts = new PairCuts(input.contents.map(flagsOf));
    const shape = shapeOf(input.contents.length);
    for (const [split, expected] of Object.entries(output)) {
      expect(cuts.safe(shape, Number(split)), `split at ${split} of ${input.shape}`).toBe(expected);
    }
  });
});

describe('findSplitIndex', () => {
  it.each(of('findSplitIndex'))('%s %s', (_, __, { input, output }) => {
    const cuts = new PairCuts(input.contents.map(flagsOf));
    const tokens = input.contents.map(tokensOf);
    const from = (content: number): number =>
      tokens.slice(content).reduce((sum, count) => sum + count, 0);
    for (const [budget, expected] of Object.entries(output)) {
      const split = budgetSplit(tokens.length, Number(budget), from);
      expect(cuts.safe(shapeOf(tokens.length), split), `budget ${budget}`).toBe(expected);
    }
  });
});

/** Letters of a request: S summary, u user's text, m model's text, c call, r response, C continuation. */
const letters: Readonly<Record<string, number>> = {
  u: entryFlag.user,
  m: 0,
  c: entryFlag.call,
  r: entryFlag.user | entryFlag.response,
};

/** The reference's own walk, content by content: call or response back, else forward. */
function walk(shape: string, split: number, forward: boolean): number {
  if (split <= 0 || split >= shape.length) return split;
  let at = split;
  while (at > 0 && 'cr'.includes(shape[at] ?? '')) at--;
  if (at > 0 || !forward) return at;
  at = split;
  while (shape[at] === 'c') at++;
  if (shape[at] === 'r') at++;
  return Math.min(Math.max(1, at), shape.length - 1);
}

describe('cuts inside a request with texts of the policy', () => {
  const shapes = [
    'Sucrmu',
    'Scrcr',
    'ScrcrC',
    'SScrcrC',
    'crcrcr',
    'ucrcrcr',
    'SuCC',
    'ccmru',
    'Su',
  ];

  it.each(shapes)('%s: as walking content by content', (shape) => {
    const lead = shape.lastIndexOf('S') + 1;
    const trail = [...shape].filter((letter) => letter === 'C').length;
    const log = shape.slice(lead, shape.length - trail);
    // Two more entries before the request's first: the cut works on any part of the log.
    const cuts = new PairCuts([...`cr${log}`].map((letter) => letters[letter] ?? 0));
    const request = { lead, from: 2, to: 2 + log.length, trail };
    for (let split = -1; split <= shape.length + 1; split++) {
      expect(cuts.safe(request, split), `safe at ${split}`).toBe(walk(shape, split, true));
      expect(cuts.back(request, split), `back at ${split}`).toBe(walk(shape, split, false));
    }
  });
});
