import type { Replay } from '@/lib/replay/replay';
import { goldenFields, goldenRow, type GoldenValue } from './golden-rows';
import { isProjected } from '@/lib/analysis/explain/step-events';

/**
 * Fields of a replayed step: its number, the golden vectors' fields, the kind of its real tokens.
 */
export const stepFields = ['step', ...goldenFields, 'realKind'] as const;
type StepField = (typeof stepFields)[number];

/** A step's values by field. */
type StepObject = Readonly<Record<StepField, GoldenValue>>;

/** Kind of the real tokens of a step's request: reported, by a scenario's ratio, or projected. */
function realKind(replay: Replay, step: number): 'recorded' | 'generated' | 'projected' {
  if (replay.session.profile.steps.ratio) return 'generated';
  return isProjected(replay, step) ? 'projected' : 'recorded';
}

/** A step's values in the order of `stepFields`. */
export const stepRow = (replay: Replay, step: number): readonly GoldenValue[] => [
  step,
  ...goldenRow(replay.session.profile, replay, step),
  realKind(replay, step),
];

/** A step with its fields by name. */
function stepObject(replay: Replay, step: number): StepObject {
  const values = stepRow(replay, step);
  return Object.fromEntries(stepFields.map((field, i) => [field, values[i]])) as StepObject;
}

/** Every step of a replay with its fields by name. */
export const stepObjects = (replay: Replay): readonly StepObject[] =>
  Array.from({ length: replay.session.profile.stepCount }, (_, step) => stepObject(replay, step));
