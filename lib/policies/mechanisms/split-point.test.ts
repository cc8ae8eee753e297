import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readContent } from '@/lib/importers/genai';
import { countPart } from '@/lib/tokens/contextguard';
import { entryFlag } from '@/lib/tokens/entry-table';
import { safeSplit, tailSplit } from './split-point';

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

const { vectors } = JSON.parse(readFileSync('lib/tokens/fixtures/estimates.json', 'utf8')) as {
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

describe('safeSplitIndex', () => {
  it.each(of('safeSplitIndex'))('%s %s', (_, __, { input, output }) => {
    const flags = input.contents.map(flagsOf);
    for (const [split, expected] of Object.entries(output)) {
      expect(safeSplit(flags, Number(split)), `split at ${split} of ${input.shape}`).toBe(expected);
    }
  });
});

describe('findSplitIndex', () => {
  it.each(of('findSplitIndex'))('%s %s', (_, __, { input, output }) => {
    const flags = input.contents.map(flagsOf);
    const tokens = input.contents.map(tokensOf);
    for (const [budget, expected] of Object.entries(output)) {
      expect(tailSplit(flags, tokens, Number(budget)), `budget ${budget}`).toBe(expected);
    }
  });
});
