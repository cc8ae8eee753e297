import { niceTop } from '@/lib/answers/report/chart/drawing/ticks';
import { policyOrDefault } from '@/lib/policies/registry';
import type { Policy } from '@/lib/engine/policy/policy';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { chartRows, type ChartRows } from '@/lib/answers/report/chart/chart-rows';
import { railLane, type RailKind } from '@/lib/analysis/explain/policy-events';
import { peakOf, replayTotals, type ReplayTotals } from '@/lib/analysis/explain/replay-totals';
import { loopStep } from '@/lib/analysis/explain/outcome/loop-watch';
import { prepareScenario, scenarioSettings } from '@/lib/answers/report/outcome/scenario-outcome';
import type { ScenarioPlan } from '@/lib/readers/scenarios/plan';
import { planSession } from '@/lib/readers/scenarios/plan-scenario';
import { formatInteger, formatPercent } from '@/lib/engine/base/format';
import { stepEvents } from '@/lib/analysis/explain/step-events';
import { stepList, stepsFrom } from '@/lib/analysis/explain/step-list';
import type { Words } from '@/lib/engine/base/answer/words';

/** Most points of a line. */
const POINTS = 1_500;

/** A plan, generated and replayed: the numbers `highwater simulate` prints. */
export interface Preview {
  readonly plan: ScenarioPlan;
  readonly policy: Policy;
  readonly replay: Replay;
  readonly totals: ReplayTotals;
  /** Real tokens of the largest request sent, and its step. */
  readonly peak: number;
  readonly peakProjected: boolean;
  readonly peakStep: number;
  readonly limit: number;
  readonly turns: number;
  readonly loop: boolean;
}

/** Runs a plan under its policy. */
export function previewOf(plan: ScenarioPlan): Preview {
  const session = planSession(plan);
  const scenario = prepareScenario(session, plan.name);
  const policy = policyOrDefault(plan.policy);
  const settings = scenarioSettings(policy, scenario);
  const { script, limit } = scenario;
  const run = replay(scenario.session, policy, settings, { script, limit });
  const peak = peakOf(run);
  return {
    plan,
    policy,
    replay: run,
    totals: replayTotals(run),
    peak: peak?.real ?? 0,
    peakProjected: peak?.projected ?? false,
    peakStep: run.columns.real.indexOf(peak?.real ?? 0),
    limit,
    turns: session.turns.length,
    loop: loopStep(run) >= 0,
  };
}

/** Rows of the chart: the policy's run without the full log, which was never sent. */
interface PreviewRows {
  readonly rows: ChartRows;
  /** Top of the scale, in tokens. */
  readonly top: number;
}

/** Most times the peak at which the limit is still drawn. */
const LIMIT_IN_SIGHT = 1.4;

/** Prepares a preview for drawing; `columns` pixel columns gather events. */
export function previewRows({ replay: run, limit }: Preview, columns: number): PreviewRows {
  const range = { from: 0, to: run.session.profile.stepCount - 1 };
  const rows = chartRows(run, { range, points: POINTS, columns });
  const events = rows.events.filter(({ kind }) => kind === 'several' || !isRecorded(kind));
  let peak = Math.max(1, rows.window, rows.threshold);
  for (const name of ['heuristic', 'real', 'realBefore', 'decision'] as const) {
    // NaN, for a policy without a threshold, is never larger.
    for (const value of run.columns[name]) if (value > peak) peak = value;
  }
  if (limit <= peak * LIMIT_IN_SIGHT) peak = Math.max(peak, limit);
  return { rows: { ...rows, events, ghost: { steps: [], values: [] } }, top: niceTop(peak) };
}

const isRecorded = (kind: RailKind): boolean => railLane(kind) === 'recorded';

/** Outcome of the scenario in one sentence. */
export function outcomeOf(preview: Preview): Words {
  const { replay, totals, peak, peakStep, peakProjected, limit } = preview;
  const { replayed, overflow } = stepEvents(replay);
  const [firstOver] = overflow;
  const guess = peakProjected ? '~' : '';
  return [
    replayed.length === 0
      ? { strong: 'Never compacts' }
      : { strong: `${timesWord(totals.stepsCompacted)}, at ${stepList(replayed)}` },
    ...(preview.loop ? [{ bad: ', in a loop' }] : []),
    '; ',
    firstOver === undefined
      ? 'nothing overflows'
      : { bad: `overflows ${stepsFrom(overflow.length, firstOver)}` },
    '. ',
    {
      quiet: `The largest request, at step ${formatInteger(peakStep)}, has ${guess}${formatInteger(peak)} tokens: ${formatPercent(peak / limit)} of the limit.`,
    },
  ];
}

const timesWord = (times: number): string =>
  times === 1 ? 'Compacts once' : `Compacts ${formatInteger(times)} times`;
