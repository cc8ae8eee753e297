/** Hand-worked cases of Copilot's infinite sessions; the numbers of the first are those of a run of the program. */
import { describe, expect, it } from 'vitest';
import { backgroundAt, backgroundWords } from '@/lib/analysis/explain/background';
import { decisionAt } from '@/lib/analysis/explain/ledger-decision';
import { wordsText } from '@/lib/engine/base/answer/words';
import { verdict } from '@/lib/analysis/explain/verdict';
import { replay, type Replay, type ReplayOptions } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/testing/production-incident';
import type { Profile } from '@/lib/engine/tokens/profile';
import { landingStep } from '@/lib/engine/policy/background/delay';
import { kindsAt, runPicture } from '../testing/run-picture';
import { copilot } from './policy';
import { startsAt, waitsAt } from './settings';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

describe('the thresholds', () => {
  it.each([
    [{ window: 40_000 }, 32_000, 38_000],
    [{}, 102_400, 121_600],
    // 0.55 × 100,000 is more than 55,000 in floating point.
    [{ window: 100_000, background: 0.55, exhaustion: 0.999 }, 55_000, 99_900],
    [{ enabled: false }, Infinity, 121_600],
  ])('of %o are %d and %d', (change, starts, waits) => {
    const settings = copilot.settings.parse(change);
    expect([startsAt(settings), waitsAt(settings)]).toEqual([starts, waits]);
  });
});

const settings = {
  window: 40_000,
  delaySteps: 3,
  summary: 'bytes',
  summaryBytes: 1_200,
} as const;
/** The user's message, and after it calls whose results have 8,000 bytes: 2,000 tokens, and 3 of their names. */
const head = 'u 400\n-- 24000\n';
const grown = (real: number): string => `c t\nr t 8000\n-- ${real}\n`;
/** A replay of such steps; every response has 20 tokens. */
function made(reals: readonly number[], change: object = {}, options: ReplayOptions = {}): Replay {
  const steps = Object.fromEntries([0, ...reals].map((_, step) => [step, { output: 20 }]));
  const picture = head + reals.map(grown).join('');
  return runPicture(copilot, picture, { ...settings, ...change }, { ...options, steps });
}
const bits = ({ columns }: Replay): string => columns.compacted.join('');

describe('a compaction beside the agent', () => {
  const slow = [26_000, 28_000, 31_000, 33_000, 35_000, 35_900, 38_000, 39_000];

  it('starts at 0.80 and lands three steps later, what came since behind it', () => {
    const run = made(slow);
    const { columns, notes } = run;
    // Step 3: 28,000 + 20 + 2,003. Step 4: 31,000 + 20 + 2,003.
    expect([columns.decision[3], columns.decision[4]]).toEqual([30_023, 33_023]);
    expect(notes.background).toEqual([
      { start: 4, real: 33_000, covered: 9, end: 7, how: 'landed' },
    ]);
    expect(bits(run)).toBe('000000010');
    expect(kindsAt(run, 4)).toEqual(['start']);
    expect([columns.covered[6], columns.covered[7]]).toEqual([0, 9]);
    // The user's message stays; the three calls and their results since do, too.
    expect(notes.kept).toEqual([{ step: 7, ranges: [[0, 1]] }]);
    expect(columns.contentsSent[7]).toBe(1 + 15 - 9);
    // Sent without the summary until then, and none other starts.
    expect([columns.real[4], columns.real[6], columns.realBefore[7]]).toEqual([
      33_000, 35_900, 38_000,
    ]);
    expect(columns.injected.join('')).toBe('000000011');
  });

  it('counts for itself after it landed, until usage comes again', () => {
    const { columns, session } = made(slow);
    // The user’s message, 100, and ⌊(241 + 1,200) ÷ 4⌋ of the summary; three calls and results.
    const behind = (session.profile.sum[15] ?? 0) - (session.profile.sum[9] ?? 0);
    expect(columns.heuristicSent[7]).toBe(session.prefixTokens + 100 + 360 + behind);
    const sent = columns.real[7] ?? 0;
    expect(columns.decision[8]).toBe(sent + 20 + 2_003);
  });

  it.each([
    // 35,976 + 20 + 2,003 is 37,999; one more is 0.95 of 40,000.
    [35_976, null],
    [35_977, 6],
  ])('a step waits for it from 0.95 on: after %i at step %s', (real, waits) => {
    const run = made([26_000, 28_000, 31_000, 33_000, real, 38_000], { delaySteps: 9 });
    expect(run.columns.decision[6]).toBe(real + 2_023);
    expect(run.notes.background).toMatchObject([
      waits === null ? { start: 4, end: null, how: null } : { start: 4, end: 6, how: 'waited' },
    ]);
    expect(kindsAt(run, 6)).toEqual(waits === null ? [] : ['blocked']);
    expect(bits(run)).toBe(waits === null ? '0000000' : '0000001');
  });

  it('never waits at the step where it starts: that request is sent at any size', () => {
    const run = made([26_000, 28_000, 37_000, 39_500, 41_000]);
    expect(run.columns.decision[4]).toBe(39_023);
    expect(run.notes.background).toMatchObject([{ start: 4, end: 5, how: 'waited' }]);
    expect(run.columns.real[4]).toBe(39_500);
  });

  it('that fails leaves everything as it was, and the next step starts another', () => {
    const run = made(slow, {}, { script: [{ fail: true }, { bytes: 1_200 }] });
    expect(run.notes.background).toMatchObject([
      { start: 4, end: 7, how: 'failed' },
      { start: 8, end: null, how: null },
    ]);
    expect(bits(run)).toBe('000000000');
    expect(kindsAt(run, 7)).toEqual(['failure']);
  });

  it('that the user asks for lands at once, and so does the one under way', () => {
    const early = made(slow, {}, { faults: [{ kind: 'compact', step: 2 }] });
    expect(early.notes.background[0]?.start).not.toBe(2);
    expect(early.columns.compacted[2]).toBe(1);
    const late = made(slow, {}, { faults: [{ kind: 'compact', step: 5 }] });
    expect(late.notes.background).toMatchObject([{ start: 4, end: 5, how: 'waited' }]);
    expect(late.columns.covered[5]).toBe(9);
  });

  it('is lost by a restart', () => {
    const run = made(slow, {}, { faults: [{ kind: 'state-lost', step: 6 }] });
    expect(run.notes.background[0]).toMatchObject({ start: 4, end: 6, how: 'lost' });
    expect(run.columns.compacted[7]).toBe(0);
  });

  it('is never begun where infinite sessions are off', () => {
    const run = made(slow, { enabled: false });
    expect(run.notes.background).toEqual([]);
    expect(decisionAt(run, 8)).toBeNull();
  });
});

describe('the delay', () => {
  const at = (times: readonly number[]): Profile => {
    const { profile } = made(times.slice(1).map(() => 25_000)).session;
    return {
      ...profile,
      steps: { ...profile.steps, time: Float64Array.from(times.map((time) => time * 1_000)) },
    };
  };

  it.each([
    [[0, 10, 29, 31, 60], 3],
    [[0, 10, 30, 31, 60], 2],
    [[0, 90, 91, 92, 93], 1],
    // Nobody knows when the recording would have gone on.
    [[0, 1, 2, 3, 4], 5],
    // Without times by steps, each for itself.
    [[NaN, 1, 2, 3, 4], 2],
    [[0, NaN, NaN, 3, 4], 2],
  ])('of 30 s or 2 steps at %j ends at step %i', (times, step) => {
    expect(landingStep(at(times), 0, { delaySeconds: 30, delaySteps: 2 })).toBe(step);
  });
});

describe('what the pages say of it', () => {
  const run = made([26_000, 28_000, 31_000, 33_000, 35_977, 38_000, 39_000], { delaySteps: 9 });

  it('is in the outcome of each step', () => {
    expect([3, 4, 5, 6].map((step) => decisionAt(run, step)?.words)).toEqual([
      'Held',
      'Held: one starts beside the agent, it lands at step 6, which waits for it',
      'Held: one is under way, started at step 4',
      'Compacted: started at step 4; the agent waited for it',
    ]);
    const beside = backgroundAt(run, 6);
    expect(beside && backgroundWords(beside.of)).toBe(
      'started at step 4, landed at step 6; the agent waited for it',
    );
  });

  it('is in the verdict', () => {
    const words = { agent: 'Copilot', draft: copilot.label, happened: null };
    expect(wordsText(verdict(run, words))).toContain(
      'compacts at step 6 (started at 4: 33,023 ≥ 32,000)',
    );
    const open = made([26_000, 28_000, 31_000, 33_000], { delaySteps: 9 });
    expect(wordsText(verdict(open, words))).toContain(
      'would not compact (started at step 4, the recording ends before it lands)',
    );
  });
});

describe('the incident', () => {
  const session = preparedSession(productionIncident.build());
  const fired = (settings: object) => {
    const { columns, notes } = replay(session, copilot, copilot.settings.parse(settings));
    return [notes.background.map(({ start, end }) => [start, end]), Math.max(...columns.real)];
  };

  it('is refused at 143, where 156,002 of 160,000 start nothing; from 152,000 on it starts there, too late', () => {
    expect(fired({ window: 200_000 })).toEqual([[], 200_819]);
    // The request of step 143 goes out beside its summariser, and nothing follows it.
    expect(fired({ window: 190_000 })).toEqual([[[143, null]], 200_819]);
  });
});
