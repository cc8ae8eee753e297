import { backgroundAt, type BackgroundAt } from '@/lib/analysis/explain/background';
import type { Replay } from '@/lib/engine/replay/replay';
import { askedAt, stepOutcome } from '@/lib/analysis/explain/outcome/step-outcome';
import { likelyAt } from '@/lib/analysis/explain/ledger-decision';
import { goldenFields, goldenRow, type GoldenValue } from './golden-rows';
import { sessionGrowth } from '@/lib/analysis/explain/growth/session-growth';
import { isProjected } from '@/lib/analysis/explain/step-events';

/**
 * Fields of a replayed step: its number, the golden vectors' fields, the kind of its real tokens.
 */
export const stepFields = ['step', ...goldenFields, 'realKind'] as const;

/**
 * Fields behind them: what the recorded request grew by since the one before, in all and in no entry
 * of the recording; null where no usage tells.
 */
const growthFields = ['grew', 'unexplained'] as const;

/** Field behind those: what a compaction beside the agent does at the step; null where none does anything. */
const besideFields = ['beside'] as const;

/**
 * The outcome: what the policy's side did, what the provider said, and what a policy that watches asks for; then the
 * probability that it compacts, of a step that may compact, null where that is sure.
 */
const outcomeFields = ['outcome', 'provider', 'asks', 'chance'] as const;

/** All fields of a step, in the order of {@link stepRow}. */
export const stepColumns = [
  ...stepFields,
  ...growthFields,
  ...besideFields,
  ...outcomeFields,
] as const;
type StepField = (typeof stepColumns)[number];

/** A step's values by field. */
type StepObject = Readonly<Record<StepField, GoldenValue>>;

/** Kind of the real tokens of a step's request: reported, by a scenario's ratio, or projected; null for none. */
function realKind(replay: Replay, step: number): 'recorded' | 'generated' | 'projected' | null {
  if (Number.isNaN(replay.columns.real[step])) return null;
  if (replay.session.profile.steps.ratio) return 'generated';
  return isProjected(replay, step) ? 'projected' : 'recorded';
}

/** A step's values in the order of `stepColumns`. */
export function stepRow(replay: Replay, step: number): readonly GoldenValue[] {
  const growth = sessionGrowth(replay.session).at(step);
  const { policy, provider } = stepOutcome(replay, step);
  return [
    step,
    ...goldenRow(replay.session.profile, replay, step),
    realKind(replay, step),
    growth?.grew ?? null,
    growth?.unexplained ?? null,
    besideAt(replay, step),
    policy,
    provider,
    askedAt(replay, step),
    likelyAt(replay, step),
  ];
}

/** "starts", "under way", or how it ended. */
function besideAt(
  replay: Replay,
  step: number,
): Exclude<BackgroundAt['phase'], 'ends'> | BackgroundAt['of']['how'] {
  const at = backgroundAt(replay, step);
  return at?.phase === 'ends' ? at.of.how : (at?.phase ?? null);
}

/** A step with its fields by name. */
function stepObject(replay: Replay, step: number): StepObject {
  const values = stepRow(replay, step);
  return Object.fromEntries(stepColumns.map((field, i) => [field, values[i]])) as StepObject;
}

/** Steps of a replay with their fields by name: `count` of them from `from` on, or all; no other is made. */
export function stepObjects(
  replay: Replay,
  { from = 0, count = Infinity }: { readonly from?: number; readonly count?: number } = {},
): readonly StepObject[] {
  const length = Math.max(0, Math.min(count, replay.session.profile.stepCount - from));
  return Array.from({ length }, (_, i) => stepObject(replay, from + i));
}
