/** Hand-worked cases of Roo Code's context management, from its source. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Policy } from '@/lib/engine/policy/policy';
import type { ScriptedSummary } from '@/lib/engine/policy/summary';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';
import { roo } from './policy';
import { rooSettings, type RooSettings } from './settings';

// 0.9 × 10,000 − 1,000: above 8,000.
const settings = {
  summary: 'bytes',
  summaryBytes: 400,
  window: 10_000,
  maxOutput: 1_000,
} as const;

function run(
  picture: string,
  more: Partial<RooSettings> = {},
  script?: readonly ScriptedSummary[],
  outputs: readonly number[] = [],
) {
  const steps = Object.fromEntries(outputs.map((output, step) => [step, { output }]));
  return runPicture(roo, picture, { ...settings, ...more }, { steps, ...(script && { script }) });
}

describe('the threshold', () => {
  it.each([
    [{ window: 200_000 }, 171_809],
    [{ window: 200_000, percent: 85 }, 170_000],
    [{ window: 200_000, percent: 86 }, 171_809],
    [{ window: 200_000, percent: 5, autoCondense: false }, 171_809],
    // 29 of 101 is 28.7 %, 30 of 101 is 29.7 %.
    [{ window: 101, percent: 29, maxOutput: 1 }, 30],
    // Nothing is left of so small a window: any count is above it.
    [{ window: 9_000 }, 1],
  ])('of %o is %i', (given, least) => {
    expect(roo.decision?.threshold(rooSettings.parse(given), 0)).toBe(least);
  });
});

describe('the count', () => {
  it('is the total of the last response and 1.5 × the last message; nothing before a usage', () => {
    // 7,000 + 100, and ⌈1.5 × 101⌉ of the two entries that are one message.
    const made = run('u 400\n-- 7000\nm 4\nu 400\nu 4\n-- ?', {}, [], [100, 0]);
    expect([...made.columns.decision]).toEqual([0, 7_100 + 152]);
    expect([...made.columns.compacted]).toEqual([0, 0]);
  });

  it.each([
    // 7,850 + 150 is not above 8,000.
    [50, 0],
    [51, 1],
  ])('with an output of %i compacts: %i', (output, fires) => {
    const made = run('u 400\n-- 7800\nm 4\nu 400\n-- ?', {}, [], [output, 0]);
    expect([...made.columns.compacted]).toEqual([0, fires]);
  });

  it('is Roo’s own of the condensed request until a usage comes', () => {
    const made = run('u 400\n-- 7800\nm 4\nu 400\n-- ?\nm 4\nu 40\n-- ?', {}, [], [60, 0, 0]);
    // ⌈1.5 × 106⌉ of the summary under its heading, ⌈1.5 × 10⌉ of the message.
    expect(made.columns.decision[2]).toBe(159 + 15);
  });
});

// Seven messages at step 3; the last real is 7,800.
const seven = 'u 400\n-- 100\nm 40\nu 40\n-- 100\nm 40\nu 40\n-- 7800\nm 40\nu 400\n-- ?';
const seventh = [0, 0, 100, 0];

describe('condensing', () => {
  it('leaves the summary alone', () => {
    const { columns } = run(seven, {}, [], seventh);
    expect([columns.covered[3], columns.contentsSent[3], columns.heuristicSent[3]]).toEqual([
      7, 1, 106,
    ]);
  });

  it.each(['last-3', 'last-3-deleted'] as const)(
    'left the first and the last three: %s',
    (condense) => {
      const { columns } = run(seven, { condense }, [], seventh);
      // 100 of the first message, 100 of the summary, 10 + 10 + 100 of the last three.
      expect([columns.covered[3], columns.contentsSent[3], columns.heuristicSent[3]]).toEqual([
        4, 5, 320,
      ]);
    },
  );

  const calls = 'u 400\n-- 100\nc t\nr t 400\n-- 100\nc t\nr t 400\n-- 7800\nc t\nr t 400\n-- ?';
  it.each([
    ['all', 7, 1, []],
    // Messages 4 to 6 stay; the call that the fourth answers is in message 3.
    ['last-3', 4, 6, []],
    ['last-3-deleted', 4, 5, ['orphan']],
  ] as const)('with calls: %s', (condense, covered, contents, kinds) => {
    const made = run(calls, { condense, percent: 5 }, [], [0, 0, 0, 0]);
    const { columns } = made;
    const at = columns.compacted.indexOf(1, 3);
    expect([at, columns.covered[3], columns.contentsSent[3]]).toEqual([3, covered, contents]);
    expect(kindsAt(made, 3)).toEqual(kinds);
  });

  it('is an error where nothing but the first message is older than the last three', () => {
    const four = 'u 400\n-- 7800\nm 40\nu 40\nm 40\n-- ?';
    const made = run(four, { condense: 'last-3', percent: 50 }, [], [0, 0]);
    expect(kindsAt(made, 1)).toEqual(['no-op']);
    const five = run(`${four}\nu 4\n-- 7800`, { condense: 'last-3', percent: 50 }, [], [0, 0, 0]);
    expect([five.columns.covered[2], five.columns.contentsSent[2]]).toEqual([2, 5]);
  });

  it('of three messages is an error up to 3.42, and of the two behind the first none is hidden', () => {
    const three = run('u 400\n-- 7800\nm 40\nu 400\n-- ?', { condense: 'last-3' }, [], [100, 0]);
    expect(kindsAt(three, 1)).toEqual(['no-op', 'no-op']);
    expect(three.columns.compacted[1]).toBe(0);
  });

  it('that does not make the request smaller is an error up to 3.42 only', () => {
    const picture = 'u 4\n-- 10\nm 4\nu 4\n-- 10\nm 4\nu 4\n-- 10\nm 4\nu 30000\n-- ?';
    const big = { summaryBytes: 4_000 };
    const made = run(picture, { ...big, condense: 'last-3' }, [], [0, 0, 0, 0]);
    // The last message alone is ⌈1.5 × 7,500⌉ = 11,250 of a count of 11,260.
    expect(made.columns.decision[3]).toBe(11_260);
    expect(kindsAt(made, 3)).toEqual(['inflated', 'lost']);
    expect(textsOf(made, 'inflated')[0]).toContain('not fewer than the 11,260 before');
    expect(kindsAt(run(picture, big, [], [0, 0, 0, 0]), 3)).toEqual([]);
  });
});

describe('the truncation', () => {
  const fails = [{ fail: true }] as const;
  it('hides ⌊6 ÷ 2⌋, rounded down to 2, of seven messages behind the first where condensing fails', () => {
    const made = run(seven, {}, fails, seventh);
    const { columns } = made;
    expect(kindsAt(made, 3)).toEqual(['failure', 'lost']);
    // 7 − 3 entries, the first and the mark: 130, 100, and 64 ÷ 4.
    expect([columns.covered[3], columns.contentsSent[3], columns.heuristicSent[3]]).toEqual([
      3, 6, 246,
    ]);
    expect(textsOf(made, 'lost')[0]).toMatch(/^Entries 1 to 2 are left out/);
  });

  it('leaves the request alone below nine tenths less the output', () => {
    const made = run(seven, { percent: 50, maxOutput: 500 }, fails, seventh);
    expect(kindsAt(made, 3)).toEqual(['failure']);
    expect(made.columns.contentsSent[3]).toBe(7);
  });

  it('is all there is where condensing is off; up to 3.35 without a mark', () => {
    const made = run(seven, { autoCondense: false, condense: 'last-3-deleted' }, [], seventh);
    expect(kindsAt(made, 3)).toEqual(['lost']);
    expect(made.columns.heuristicSent[3]).toBe(230);
  });

  // Step 3 condenses seven messages; the summary's place is 7 of 8, or 4 of 8. Step 4 fails with nine messages.
  const after = `${seven}\nm 4\nu 30000\n-- ?`;
  it.each([
    // Places 1 to 4 of 10: condensed messages.
    ['all', ['failure', 'no-op'], 7, 1],
    // The same places; the summary's is the fourth. The first, the mark and five others are left.
    ['last-3', ['failure', 'lost'], 4, 0],
    // Places 1 and 2 of 7: the summary and the first of those kept.
    ['last-3-deleted', ['failure', 'lost'], 5, 0],
  ] as const)('counts what is hidden: %s', (condense, kinds, covered, injected) => {
    const made = run(after, { condense }, [{ bytes: 400 }, { fail: true }], [...seventh, 0]);
    expect(kindsAt(made, 4)).toEqual(kinds);
    expect([made.columns.covered[4], made.columns.injected[4]]).toEqual([covered, injected]);
  });
});

it('sends the request of the production incident that the provider refuses', () => {
  const session = prepare(measureSession(productionIncident.build()));
  const { columns } = replay(session, roo as Policy, roo.settings.parse({}));
  // The request before had 150,000; the rest is its response, and 1.5 × what bytes ÷ 4 counts of the last message.
  expect(columns.decision[143]).toBe(158_973);
  expect(columns.compacted).not.toContain(1);
  expect(Math.max(...columns.real)).toBe(200_819);
});
