/** Hand-worked cases of LlamaIndex' memories. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Policy } from '@/lib/engine/policy/policy';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';
import { llamaindex } from './python';
import { typescriptLimit } from './settings';
import { llamaindexTypescript } from './typescript';

describe('LlamaIndex.TS', () => {
  it.each([
    // ⌈⌈0.75 × 200,000⌉ × 0.7⌉ and ⌈0.7 × 30,000⌉.
    [{}, 105_000],
    [{ limitBy: 'tokens' }, 21_000],
    // A model that names no window.
    [{ window: 0 }, 21_000],
    // ⌈0.75 × 1,001⌉ = 751; ⌈525.7⌉.
    [{ window: 1_001 }, 526],
  ] as const)('%o: %i', (given, most) => {
    expect(typescriptLimit(llamaindexTypescript.settings.parse(given))).toBe(most);
  });

  it.each([
    [{}, '0.7 × 0.75 × 200,000'],
    [{ limitBy: 'tokens', ratio: 0.5 }, '0.5 × 30,000'],
    [{ window: 0 }, '0.7 × 30,000'],
  ] as const)('%o: %s in words', (given, words) => {
    const settings = llamaindexTypescript.settings.parse(given);
    expect(llamaindexTypescript.decision?.thresholdFormula?.(settings, 0)).toBe(words);
  });

  const small = { window: 1_000 } as const;

  it('gives the newest messages that fit, and compares one with the rest', () => {
    // ⌈(2,000 + 4 + 1) ÷ 4⌉ + ⌈100 ÷ 4⌉ = 502 + 25 is above 525; without the oldest it is 501 + 1.
    const made = runPicture(llamaindexTypescript, 'u 100\n-- ?\nm 2000\nu 4\n-- ?', small);
    expect([...made.columns.decision]).toEqual([25, 527]);
    expect(made.columns.threshold[1]).toBe(525);
    expect([...made.columns.covered]).toEqual([0, 1]);
    expect(textsOf(made, 'lost')).toEqual([
      'Entry 0 leaves the memory: neither in a summary nor in the request.',
    ]);
  });

  it('counts neither calls nor what the present run added', () => {
    const picture = 'u 100\n-- ?\nc t\nr t 9000\n-- ?\nm 4\nu 40\n-- ?';
    const made = runPicture(llamaindexTypescript, picture, small);
    // At the end of the run the result joins the memory, and what is older leaves with it.
    expect([...made.columns.covered]).toEqual([0, 0, 3]);
    expect(made.columns.decision[1]).toBe(25);
  });

  it('sends a result without its call', () => {
    // ⌈(1,000 + 900 + 40 + 2) ÷ 4⌉ = 486, and 100 of the text beside the call, are above 525.
    const picture = 'u 1000\n-- ?\nm 400\n+ c t\nr t 1000\n-- ?\nm 900\nu 40\n-- ?';
    const made = runPicture(llamaindexTypescript, picture, small);
    expect(made.columns.covered[2]).toBe(2);
    expect(kindsAt(made, 2)).toEqual(['lost', 'orphan']);
  });

  it('sends nothing of a prompt that alone does not fit', () => {
    const made = runPicture(llamaindexTypescript, 'u 4\n-- ?\nm 4\nu 2101\n-- ?', small);
    expect(made.columns.covered[1]).toBe(3);
    expect(made.columns.contentsSent[1]).toBe(0);
    expect(textsOf(made, 'lost')[0]).toContain('the user’s message that began the run');
  });
});

describe('LlamaIndex for Python', () => {
  const small = { tokenLimit: 1_000, flushSize: 100 } as const;

  it.each([
    // 700 tokens are not above 0.7 × 1,000.
    [2_396, 700, 0],
    [2_400, 701, 1],
  ])('a message of %i chars: %i tokens, %i', (chars, value, fires) => {
    const { columns } = runPicture(llamaindex, `u 400\n-- ?\nm ${chars - 4}\nu 8\n-- ?`, small);
    expect(columns.decision[1]).toBe(value);
    expect([...columns.compacted]).toEqual([0, fires]);
  });

  it('flushes so many tokens at least, then up to a user’s message', () => {
    // 100 + 100 + 10 + 10 + 600: two messages are 110 tokens; a third is no user's.
    const picture = 'u 40\n-- ?\nm 400\nu 40\n-- ?\nm 40\nu 2400\n-- ?';
    const made = runPicture(llamaindex, picture, small);
    expect(made.columns.decision[2]).toBe(10 + 100 + 10 + 10 + 600);
    expect(made.columns.covered[2]).toBe(2);
    const more = runPicture(llamaindex, picture, { ...small, flushSize: 111 });
    // The user's message of ten goes too: 120; the model's behind it is none of the user's.
    expect(more.columns.covered[2]).toBe(4);
  });

  it('counts the id of a call with its result, and keeps the newest message', () => {
    const picture = 'u 4000\n-- ?\nc t\nr t 400\n-- ?\nm 4\nu 8000\n-- ?';
    const made = runPicture(llamaindex, picture, small);
    // 1,000 at first: the only message stays. Then ⌈412 ÷ 4⌉ + ⌈(20 + 29) ÷ 4⌉ of the result.
    expect([...made.columns.covered]).toEqual([0, 0, 4]);
    expect(kindsAt(made, 0)).toEqual(['no-op']);
  });
});

describe('the production incident', () => {
  it.each([
    // Chars ÷ 4 of the memory's texts: calls, and what the run adds that overflows, are not among them.
    [llamaindex as Policy, 12_760, 21_000],
    [llamaindexTypescript as Policy, 11_886, 105_000],
  ])('$label never looks at what overflows: it counts at most %i of %i', (policy, most, limit) => {
    const session = prepare(measureSession(productionIncident.build()));
    const { columns } = replay(session, policy, policy.settings.parse({}));
    expect(Math.max(...columns.decision)).toBe(most);
    expect(columns.threshold[0]).toBe(limit);
    expect(columns.compacted).not.toContain(1);
    expect(Math.max(...columns.real)).toBe(200_819);
  });
});
