/**
 * Outcome of a scenario under a policy, as data: counts, a verdict in one word, and a chart small
 * enough for a table's row.
 */
import { costTotal } from '@/lib/analysis/cost/cost-total';
import type { Rates } from '@/lib/analysis/cost/rates';
import type { Policy } from '@/lib/engine/policy/policy';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { ScenarioSession } from '@/lib/readers/scenarios/schema';
import { generateProfile, type GeneratedProfile } from '@/lib/readers/scenarios/simulate';
import { decimate, onePerColumn } from '@/lib/engine/base/decimate';
import { findingsOf } from '@/lib/analysis/explain/outcome/loop-watch';
import { replayTotals, type ReplayTotals } from '@/lib/analysis/explain/replay-totals';
import { overflows } from '@/lib/analysis/explain/step-events';

/**
 * In descending order of weight: `overflow` at least one request is larger than the limit, `loop`
 * repeated compactions (lib/analysis/explain/loop-watch.ts), `fits` compacts and nothing overflows,
 * `never fires` no compaction and none needed.
 */
export const outcomeKinds = ['overflow', 'loop', 'fits', 'never fires'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

/** Most steps of a row's chart. */
export const SPARK_STEPS = 96;

/** A row's chart: a value for each of the same steps, ascending; −1 if the policy has none. */
export interface OutcomeSpark {
  readonly steps: readonly number[];
  /** Heuristic the policy decided on. */
  readonly heuristic: readonly number[];
  /** Real tokens of the request as sent. */
  readonly real: readonly number[];
  readonly threshold: readonly number[];
  /** Steps that compacted and steps that overflowed, at most {@link SPARK_STEPS} of each. */
  readonly compacted: readonly number[];
  readonly overflowed: readonly number[];
}

/** A scenario under a policy. */
export interface ScenarioOutcome {
  readonly kind: OutcomeKind;
  readonly steps: number;
  readonly compactions: number;
  readonly summarizerCalls: number;
  readonly overflowSteps: number;
  readonly loop: boolean;
  /** Ids of the detectors that judge an outcome and found something. */
  readonly findings: readonly string[];
  /** Compactions at the step right after another compaction. */
  readonly backToBack: number;
  /** Real tokens of the largest request sent. */
  readonly peak: number;
  /** The provider's limit. */
  readonly limit: number;
  /** Dollars of all requests and summariser's calls at the prices given; null without any. */
  readonly costUsd: number | null;
  readonly spark: OutcomeSpark;
}

/** A scenario prepared for replays under many policies. */
export interface PreparedScenario extends GeneratedProfile {
  readonly session: Replayable;
}

/** Generates and sizes a scenario once. */
export function prepareScenario(scenario: ScenarioSession, name: string): PreparedScenario {
  const generated = generateProfile(scenario, name);
  return { ...generated, session: prepare(generated.profile) };
}

/** Settings by key. */
export type OutcomeSettings = Readonly<Record<string, unknown>>;

/**
 * The settings of a policy's replay of a scenario: its defaults, then each of the scenario's own
 * conditions that the policy has and accepts, then `given`.
 * @throws ZodError if the policy does not accept `given`.
 */
export function scenarioSettings<S>(
  policy: Policy<S>,
  { settings: own }: Pick<GeneratedProfile, 'settings'>,
  given: OutcomeSettings = {},
): S {
  const defaults = policy.settings.parse({}) as object;
  const known = Object.entries(own).filter(
    ([key, value]) =>
      key in defaults && policy.settings.safeParse({ ...given, [key]: value }).success,
  );
  return policy.settings.parse({ ...Object.fromEntries(known), ...given });
}

/** Replays a prepared scenario and judges its outcome; `rates` price it, for a scenario has no model. */
export function scenarioOutcome(
  scenario: PreparedScenario,
  policy: Policy,
  given: OutcomeSettings = {},
  rates: Rates | null = null,
): ScenarioOutcome {
  const settings = scenarioSettings(policy, scenario, given);
  const run = replayScenario(scenario, policy, settings);
  return { ...outcomeCounts(run, scenario, rates), spark: sparkOf(run) };
}

/** Replays a prepared scenario under complete settings; into an earlier replay of it, where one is given. */
export const replayScenario = (
  { session, script, limit }: PreparedScenario,
  policy: Policy,
  settings: unknown,
  into?: Replay,
): Replay =>
  replay(session, policy, settings, { script, limit, ...(into === undefined ? {} : { into }) });

/** The outcome of a scenario's replay without its chart, which takes a third of the time. */
export function outcomeCounts(
  run: Replay,
  { limit }: Pick<PreparedScenario, 'limit'>,
  rates: Rates | null,
): Omit<ScenarioOutcome, 'spark'> {
  const totals = replayTotals(run);
  const findings = findingsOf(run);
  const looped = findings.length > 0;
  return {
    kind: kindOf(totals, looped),
    steps: totals.steps,
    compactions: totals.stepsCompacted,
    summarizerCalls: totals.summarizerCalls,
    overflowSteps: totals.overflowSteps,
    loop: looped,
    findings,
    backToBack: totals.backToBackCompactions,
    peak: run.columns.real.reduce((most, value) => Math.max(most, value), 0),
    limit,
    costUsd: rates === null ? null : costTotal(run, () => rates),
  };
}

function kindOf({ overflowSteps, stepsCompacted }: ReplayTotals, loops: boolean): OutcomeKind {
  if (overflowSteps > 0) return 'overflow';
  if (loops) return 'loop';
  return stepsCompacted > 0 ? 'fits' : 'never fires';
}

/** The chart of a scenario's replay. */
export function sparkOf(run: Replay): OutcomeSpark {
  const { real, heuristic, threshold, compacted } = run.columns;
  const range = { from: 0, to: real.length - 1 };
  // The range's first and last step come on top of the budget.
  const steps = real.length === 0 ? [] : decimate(real, range, SPARK_STEPS - 2);
  const at = (values: ArrayLike<number>): number[] => steps.map((step) => values[step] ?? -1);
  const all = [...real.keys()];
  return {
    steps,
    heuristic: at(heuristic),
    real: at(real),
    threshold: at(threshold),
    compacted: onePerColumn(
      all.filter((step) => compacted[step] === 1),
      range,
      SPARK_STEPS,
    ),
    overflowed: onePerColumn(
      all.filter((step) => overflows(run, step)),
      range,
      SPARK_STEPS,
    ),
  };
}
