/** Hand-worked cases of Inspect's compaction, from its source. */
import { describe, expect, it } from 'vitest';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/testing/production-incident';
import type { Policy } from '@/lib/engine/policy/policy';
import type { ScriptedSummary } from '@/lib/engine/policy/summary';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';
import { inspect } from './policy';
import type { InspectSettings } from './settings';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

// Above 900.
const settings = { summary: 'bytes', summaryBytes: 201, window: 1_000 } as const;

const run = (
  picture: string,
  more: Partial<InspectSettings> = {},
  script?: readonly ScriptedSummary[],
) => runPicture(inspect, picture, { ...settings, ...more }, script ? { script } : {});

describe('the count', () => {
  it('is of all before a usage, then the prompt and what came since', () => {
    const { columns } = run('u 400\n-- 150\nm 40\nu 400\n-- ?');
    expect([...columns.decision]).toEqual([100, 150 + 10 + 100]);
  });

  it.each([
    [790, 0],
    [791, 1],
  ])('fires above nine tenths: a prompt of %i and 110: %i', (prompt, fires) => {
    const { columns } = run(`u 400\n-- ${prompt}\nm 40\nu 400\n-- ?`);
    expect(columns.threshold[1]).toBe(900);
    expect([...columns.compacted]).toEqual([0, fires]);
  });

  it('is of all again once it compacted, until a usage comes', () => {
    const { columns } = run('u 400\n-- 895\nm 40\nu 400\n-- ?\nm 40\nu 40\n-- ?');
    // The first message, (199 + 201) ÷ 4 of the summary, and two entries of 10.
    expect(columns.decision[2]).toBe(100 + 100 + 20);
  });
});

describe('a summary', () => {
  it('stands behind the first message of the user, for all the others', () => {
    const { columns } = run('u 400\n-- 895\nm 40\nu 400\n-- ?');
    expect([columns.covered[1], columns.contentsSent[1], columns.heuristicSent[1]]).toEqual([
      3, 2, 200,
    ]);
  });

  it('is made again while it is too large and gets smaller, four times at most', () => {
    const sizes = [4_000, 3_600, 3_400, 2_001].map((bytes) => ({ bytes }));
    const made = run('u 400\n-- 895\nm 40\nu 400\n-- ?', {}, sizes);
    // 100 and 1,049, 949, 899, 550: the fourth fits.
    expect(made.columns.attempts[1]).toBe(4);
    expect(made.columns.heuristicSent[1]).toBe(650);
    const stays = run('u 400\n-- 895\nm 40\nu 400\n-- ?', { summaryBytes: 4_000 });
    expect(kindsAt(stays, 1)).toEqual(['exit']);
    expect(textsOf(stays, 'exit')[0]).toContain('1,149 tokens');
    expect(stays.columns.compacted[1]).toBe(0);
  });

  it('that fails is an error', () => {
    const made = run('u 400\n-- 895\nm 40\nu 400\n-- ?', {}, [{ fail: true }]);
    expect(kindsAt(made, 1)).toEqual(['failure', 'exit']);
  });
});

describe('a trim', () => {
  const trim = { strategy: 'trim' } as const;
  const ten = (prompt: string) =>
    `u 40\n-- 20\n${'m 40\nu 40\n'.repeat(5)}-- ${prompt}\nm 40\nu 40\n-- ?`;

  it('takes a fifth of the messages behind the first: of twelve, two', () => {
    const made = run(ten('895'), trim);
    expect([made.columns.covered[2], made.columns.contentsSent[2]]).toEqual([3, 11]);
    expect(textsOf(made, 'lost')[0]).toBe('2 entries are left out: no summary stands for them.');
  });

  it('of ten takes one, as 1 − 0.8 is less than a fifth', () => {
    const { columns } = run(`u 40\n-- 895\n${'m 40\nu 40\n'.repeat(5)}-- ?`, trim);
    expect(columns.covered[1]).toBe(2);
  });

  it('takes results whose call leaves', () => {
    // Ten messages: the call leaves, and its two results.
    const picture = `u 40\n-- 895\nc t\nr t 40 40\n${'m 40\nu 40\n'.repeat(4)}-- ?`;
    const made = run(picture, trim);
    expect(made.columns.covered[1]).toBe(3);
    expect(kindsAt(made, 1)).toEqual(['lost']);
  });

  it('of few messages takes none', () => {
    const made = run('u 40\n-- 895\nm 40\nu 40\n-- ?', trim);
    expect(kindsAt(made, 1)).toEqual(['no-op']);
    expect(made.columns.compacted[1]).toBe(0);
  });

  it('goes on while its own count is above the threshold, then gives up', () => {
    // 300 each, and ⌊5 × (1 − 0.8)⌋ is 0: nothing leaves.
    const made = run(`u 40\n-- 20\n${'m 4\nu 1200\n'.repeat(2)}u 1200\n-- ?`, trim);
    expect(kindsAt(made, 1)).toEqual(['exit']);
    // A half each: 8 → 4 → 2 messages of 300; 600 and the first fit.
    const { columns } = run(`u 40\n-- 20\n${'u 1200\n'.repeat(8)}-- ?`, { ...trim, preserve: 0.5 });
    expect([columns.covered[1], columns.heuristicSent[1]]).toEqual([7, 610]);
  });
});

describe('an edit', () => {
  const edit = { strategy: 'edit' } as const;
  const uses = (count: number) => 'c t\nr t 200\n'.repeat(count);

  it('empties all results but the newest three', () => {
    const made = run(`u 40\n-- 20\n${uses(5)}-- 895\nm 40\nu 40\n-- ?`, edit);
    expect([...made.columns.compacted]).toEqual([0, 0, 1]);
    // Two results, of ⌊212 ÷ 4⌋ tokens with the syntax around 200 chars, become ⌊21 ÷ 4⌋.
    expect(textsOf(made, 'prune')[0]).toBe('2 tool results are emptied, 96 tokens by its count.');
    expect((made.columns.heuristicRaw[2] ?? 0) - (made.columns.heuristicSent[2] ?? 0)).toBe(96);
  });

  it('says where nothing is left to empty', () => {
    const made = run(`u 40\n-- 20\n${uses(3)}-- 895\nm 40\nu 40\n-- ?`, edit);
    expect(kindsAt(made, 2)).toEqual(['no-op']);
  });

  it('is an error where its own count stays above the threshold', () => {
    const made = run(`u 40\n-- 20\nm 4000\nu 40\n-- ?`, edit);
    expect(kindsAt(made, 1)).toEqual(['exit']);
  });
});

it('sends the request of the production incident that the provider refuses', () => {
  const session = preparedSession(productionIncident.build());
  const { columns } = replay(session, inspect as Policy, inspect.settings.parse({}));
  expect(columns.decision[143]).toBe(156_000);
  expect(columns.compacted).not.toContain(1);
  expect(Math.max(...columns.real)).toBe(200_819);
});
