import { niceTop } from '@/components/charts/ticks';
import { findPolicy, DEFAULT_POLICY } from '@/lib/policies/registry';
import type { Policy } from '@/lib/policies/policy';
import { replay, type Replay } from '@/lib/replay/replay';
import { peakOf, replayTotals, type ReplayTotals } from '@/lib/report/replay-totals';
import { loops, prepareScenario, scenarioSettings } from '@/lib/report/scenario-outcome';
import type { ScenarioPlan } from '@/lib/scenarios/plan';
import { planSession } from '@/lib/scenarios/plan-scenario';

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

/** Top of the chart's scale. */
export const topOf = (peak: number): number => niceTop(Math.max(1, peak));
