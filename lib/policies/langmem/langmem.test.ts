/** Hand-worked cases of LangMem's summarisation, from its source. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Policy } from '@/lib/engine/policy/policy';
import { kindsAt, runPicture } from '../testing/run-picture';
import { langmem } from './policy';
import type { LangmemSettings } from './settings';

const settings = {
  summary: 'bytes',
  summaryBytes: 394,
  maxTokens: 1_000,
  summaryBudget: 100,
} as const;

const run = (
  picture: string,
  more: Partial<LangmemSettings> = {},
  script = [] as { fail: true }[],
) => runPicture(langmem, picture, { ...settings, ...more }, script.length > 0 ? { script } : {});

describe('the count', () => {
  it('rounds each message up by itself, with its role and 3', () => {
    // user 4 + 5: 3 and 3. assistant 9 + 6: 4 and 3. user 4 + 0: 1 and 3.
    const { columns } = run('system 4000\nu 5\n-- ?\nm 6\nu 0\n-- ?');
    expect([...columns.decision]).toEqual([6, 6 + 7 + 4]);
  });

  it('has calls as Python writes a list, and the ids of results', () => {
    // assistant 9, `[` + 53 + the id's 29 + "t" and "{}" + `]`: 96 chars, 24 and 3.
    // tool 4, the id's 29, 400: 433 chars, 109 and 3.
    const { columns } = run('u 4\nc t\nr t 400\n-- ?');
    expect(columns.decision[0]).toBe(2 + 3 + 27 + 112);
  });
});

// A user's message of 4 × n − 16 chars has n tokens: its role has 4 chars, and 3 tokens are added.
const chars = (tokens: number): number => 4 * (tokens - 3) - 4;

describe('a summary', () => {
  it.each([
    [999, 0],
    [1_000, 1],
  ])('is made at %i tokens: %i', (tokens, fires) => {
    const { columns } = run(`u ${chars(tokens - 100)}\nu ${chars(100)}\n-- ?`);
    expect(columns.decision[0]).toBe(tokens);
    expect([...columns.compacted]).toEqual([fires]);
  });

  it('ends at the first message that reaches the tokens before it, with room for the rest', () => {
    // 400, 800, 1,200: 500 is reached at the second, and 900 is room for the third and fourth.
    const four = `u ${chars(400)}\nu ${chars(400)}\nu ${chars(400)}\nu ${chars(400)}\n-- ?`;
    expect(run(four, { before: 500 }).columns.covered[0]).toBe(2);
    // 1,000 less 300 and the system prompt's 5 leaves 695: only the fourth has room.
    expect(run(four, { before: 500, summaryBudget: 300 }).columns.covered[0]).toBe(3);
  });

  it('leaves room for the system prompt', () => {
    // ⌈(6 + 8,000) ÷ 4⌉ + 3 = 2,005: the rest would have to be less than nothing.
    const made = run(`system 8000\nu ${chars(600)}\nu ${chars(600)}\n-- ?`);
    expect(kindsAt(made, 0)).toEqual(['no-op']);
    expect([...made.columns.compacted]).toEqual([0]);
  });

  it('takes the results of its last calls along', () => {
    // The call is the message that reaches the number.
    const made = run(`u ${chars(980)}\nc t\nr t 400\nm 4\n-- ?`);
    expect(made.columns.covered[0]).toBe(3);
    expect(kindsAt(made, 0)).toEqual([]);
  });

  it('counts what it holds no more, and is extended by the next', () => {
    const picture = `u ${chars(600)}\nu ${chars(600)}\n-- ?\nm 4\nu ${chars(100)}\n-- ?\nm 4\nu ${chars(990)}\n-- ?`;
    const { columns } = run(picture);
    expect([...columns.compacted]).toEqual([1, 0, 1]);
    // ⌈13 ÷ 4⌉ + 3 = 7 of the model's message.
    expect([...columns.decision]).toEqual([1_200, 107, 1_104]);
    expect([...columns.covered]).toEqual([2, 2, 6]);
    // The summary's message, ⌈(6 + 36 + 394) ÷ 4⌉ + 3, and the system prompt's 5.
    expect(columns.heuristicSent[0]).toBe(112 + 5);
  });

  it('that fails is an error', () => {
    const made = run(`u ${chars(1_200)}\n-- ?`, {}, [{ fail: true }]);
    expect(kindsAt(made, 0)).toEqual(['failure', 'exit']);
    expect(made.columns.compacted[0]).toBe(0);
  });

  it('whose budget is not below the limit is refused from the start', () => {
    expect(langmem.decision?.idle?.(langmem.settings.parse({ maxTokens: 256 }))).toContain(
      'is an error',
    );
  });
});

it('sends the request of the production incident that the provider refuses', () => {
  const session = prepare(measureSession(productionIncident.build()));
  const { columns } = replay(session, langmem as Policy, langmem.settings.parse({}));
  expect(Math.max(...columns.decision)).toBe(28_524);
  expect(columns.compacted).not.toContain(1);
  expect(Math.max(...columns.real)).toBe(200_819);
});
