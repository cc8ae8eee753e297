import { niceTop } from '@/components/charts/ticks';
import { findPolicy, DEFAULT_POLICY } from '@/lib/policies/registry';
import type { Policy } from '@/lib/policies/policy';
import { replay, type Replay } from '@/lib/replay/replay';
import { chartRows, type ChartRows } from '@/lib/report/chart-rows';
import { railLane, type RailKind } from '@/lib/report/policy-events';
import { peakOf, replayTotals, type ReplayTotals } from '@/lib/report/replay-totals';
import { loops, prepareScenario, scenarioSettings } from '@/lib/report/scenario-outcome';
import type { ScenarioPlan } from '@/lib/scenarios/plan';
import { planSession } from '@/lib/scenarios/plan-scenario';

/** Most points of a line. */
const POINTS = 1_500;

/** A plan, generated and replayed: the numbers `highwater simulate` prints. */
export interface Preview {
  readonly plan: ScenarioPlan;
  readonly policy: Policy;
  /** What the policy ran with. */
  readonly settings: unknown;
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

/** The policy of a plan; the default one where the plan names none there is. */
export function policyOfPlan({ policy: id }: Pick<ScenarioPlan, 'policy'>): Policy {
  const policy = findPolicy(id) ?? findPolicy(DEFAULT_POLICY);
  if (!policy) throw new Error(`There is no policy ${DEFAULT_POLICY}`);
  return policy;
}

/** Runs a plan under its policy. */
export function previewOf(plan: ScenarioPlan): Preview {
  const session = planSession(plan);
  const scenario = prepareScenario(session, plan.name);
  const policy = policyOfPlan(plan);
  const settings = scenarioSettings(policy, scenario);
  const { script, limit } = scenario;
  const run = replay(scenario.session, policy, settings, { script, limit });
  const peak = peakOf(run);
  return {
    plan,
    policy,
    settings,
    replay: run,
    totals: replayTotals(run),
    peak: peak?.real ?? 0,
    peakProjected: peak?.projected ?? false,
    peakStep: run.columns.real.indexOf(peak?.real ?? 0),
    limit,
    turns: session.turns.length,
    loop: loops(run),
  };
}

/** What the chart draws: the policy's run alone, without the log that nobody sent whole. */
export interface PreviewRows {
  readonly rows: ChartRows;
  /** Top of the scale, in tokens. */
  readonly top: number;
}

/** The limit is drawn unless it would squash everything else by more than this. */
const LIMIT_IN_SIGHT = 1.4;

/** Prepares a preview for drawing; `columns` pixel columns gather events. */
export function previewRows({ replay: run, limit }: Preview, columns: number): PreviewRows {
  const range = { from: 0, to: run.session.profile.stepCount - 1 };
  const rows = chartRows(run, { range, points: POINTS, columns });
  const events = rows.events.filter(({ kind }) => kind === 'several' || !isRecorded(kind));
  let peak = Math.max(1, rows.window, rows.threshold);
  for (const name of ['heuristic', 'real', 'realBefore', 'decision'] as const) {
    // NaN, where a policy compares nothing, is larger than nothing.
    for (const value of run.columns[name]) if (value > peak) peak = value;
  }
  if (limit <= peak * LIMIT_IN_SIGHT) peak = Math.max(peak, limit);
  return { rows: { ...rows, events, ghost: { steps: [], values: [] } }, top: niceTop(peak) };
}

const isRecorded = (kind: RailKind): boolean => railLane(kind) === 'recorded';
