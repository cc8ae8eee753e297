import { policyOrDefault } from '@/lib/policies/registry';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { scenarioSessionSchema } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import type { Profile } from '@/lib/engine/tokens/profile';
import { totalsOf } from '@/lib/analysis/compare/session-totals';
import { FigureRun } from '@/lib/tuning/figures/figure-run';
import { axisValues } from '@/lib/tuning/sweep/axis-values';
import { CellSettings } from '@/lib/tuning/sweep/cell-settings';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { figureSeconds, sweepCost } from '@/lib/tuning/sweep/sweep-cost';
import { SweepRun } from '@/lib/tuning/sweep/sweep-run';
import { printFigures, type Figure } from './measure';

const SESSIONS = 100;
const TURNS = 20;
const CALLS = 9;
/** Every so many cells are replayed in full, to compare with. */
const SAMPLE = 40;

/** Sessions of 200 steps with usage, as recordings have it: growth and ratio vary by session. */
export const sweptProfiles = (count = SESSIONS): readonly Profile[] =>
  Array.from({ length: count }, (_, seed) => {
    const ratio = 1.2 + (seed % 100) / 100;
    const config = {
      contextWindow: 200_000,
      systemBytes: 20_000,
      tokenRatios: { text: ratio, call: ratio, response: ratio, inline: 1, prefix: 4 },
    };
    const turns = Array.from({ length: TURNS }, (_turn, turn) => ({
      user: { bytes: 200 },
      modelBytes: 100,
      sequential: true,
      toolCalls: Array.from({ length: CALLS }, (_call, call) => ({
        name: 'read',
        responseBytes: 1_000 + ((seed * 7_919 + turn * 131 + call * 17) % 3_000),
      })),
    }));
    return generateProfile(scenarioSessionSchema.parse({ config, turns }), `sweep ${seed}`).profile;
  });

/** 8,000 settings: 80 windows × 100 caps. */
export const sweptPlan: SweepPlan = {
  limit: 200_000,
  columns: [
    {
      policy: 'contextguard-threshold',
      settings: {},
      sample: null,
      axes: [
        { setting: 'window', values: axisValues({ from: 121_000, to: 200_000, step: 1_000 }) },
        { setting: 'cap', values: axisValues({ from: 1, to: 10.9, step: 0.1 }) },
      ],
    },
  ],
};

/** A sweep of 8,000 settings over 100 sessions of 200 steps, on one thread, beside plain replays. */
export function benchSweep(): void {
  const sessions = sweptProfiles().map((profile) => prepare(profile));
  timed(() => new SweepRun(sweptPlan, sessions).advance());
  const run = new SweepRun(sweptPlan, sessions);
  const seconds = timed(() => run.advance());
  const { done, steps } = run.progress();
  const plain = plainRate(sessions);
  printFigures('Sweep, contextguard-threshold, one core', [
    {
      name: `8,000 settings × 100 sessions × 200 steps: ${done} replays`,
      value: `${seconds.toFixed(2)} s, ${(steps / seconds / 1e6).toFixed(1)} M steps/s`,
      ratio: `${(steps / seconds / plain).toFixed(1)} of replay (${(plain / 1e6).toFixed(1)} M steps/s)`,
      goal: 'goal ≤ 2 s on two cores',
    },
    ...pricedFigures(sessions, { plain, totals: seconds }),
  ]);
}

function timed(work: () => void): number {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1_000;
}

/** Steps per second of full replays of every fortieth cell. */
function plainRate(sessions: readonly Replayable[]): number {
  const policy = policyOrDefault('contextguard-threshold');
  const cells = sweepCells(sweptPlan);
  const settings = new CellSettings(sweptPlan, cells);
  let steps = 0;
  const seconds = timed(() => {
    for (const session of sessions) {
      const read = settings.of(session.profile.head);
      let into: Replay | undefined;
      for (let cell = 0; cell < cells.length; cell += SAMPLE) {
        into = replay(session, policy, read(cell), { limit: 200_000, ...(into && { into }) });
        totalsOf(into);
        steps += session.profile.stepCount;
      }
    }
  });
  return steps / seconds;
}

/** Prices every fortieth cell by whole replays, and lays the times to those that a sweep announces. */
function pricedFigures(
  sessions: readonly Replayable[],
  { plain, totals }: { readonly plain: number; readonly totals: number },
): readonly Figure[] {
  const cells = sweepCells(sweptPlan).filter((_, index) => index % SAMPLE === 0);
  const task = { plan: sweptPlan, cells, figures: ['cost'] as const };
  const price = { base: 5, tiers: [{ above: 200_000, price: 10 }] };
  const rates = {
    ...{ input: price, output: price, cacheRead: price },
    ...{ cacheWrite: price, cacheWriteHour: price },
  };
  const priced = sessions.map((session) => ({ session, ratesOf: () => rates }));
  const run = new FigureRun(task, priced);
  const seconds = timed(() => run.advance());
  const steps = sessions.reduce((sum, { profile }) => sum + profile.stepCount * cells.length, 0);
  const each = sessions.map(({ profile }) => profile.stepCount);
  const whole = sweepCost(sweptPlan, each).seconds;
  const announced = each.reduce((sum, own) => sum + cells.length * figureSeconds(own), 0);
  return [
    {
      name: `the cost of ${cells.length} settings × ${sessions.length} sessions, by whole replays`,
      value: `${seconds.toFixed(2)} s, ${(steps / seconds / 1e6).toFixed(1)} M steps/s`,
      ratio: `${(steps / seconds / plain).toFixed(2)} of replay`,
      goal: 'goal ≥ 0.25',
    },
    {
      name: '  announced: totals, costs',
      value: `${whole.toFixed(2)} s, ${announced.toFixed(2)} s`,
      ratio: `${(whole / totals).toFixed(2)}, ${(announced / seconds).toFixed(2)} of measured`,
      goal: 'goal 0.5 to 2',
    },
  ];
}
