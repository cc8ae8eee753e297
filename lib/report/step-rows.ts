import type { Replay } from '@/lib/replay/replay';
import { goldenFields, goldenRow, type GoldenValue } from './golden-rows';
import { isProjected } from './step-events';

/** Fields of a replayed step: its number, the golden vectors' fields, what its real tokens are. */
export const stepFields = ['step', ...goldenFields, 'realKind'] as const;

/**
 * Whether the real tokens of a step's request were reported, follow a scenario's ratio, or are a
 * projection.
 */
export function realKind(replay: Replay, step: number): 'recorded' | 'generated' | 'projected' {
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
export const stepObject = (replay: Replay, step: number): Readonly<Record<string, GoldenValue>> =>
  Object.fromEntries(stepRow(replay, step).map((value, i) => [stepFields[i] ?? '', value]));

/** Every step of a replay with its fields by name. */
export const stepObjects = (replay: Replay): readonly Readonly<Record<string, GoldenValue>>[] =>
  Array.from({ length: replay.session.profile.stepCount }, (_, step) => stepObject(replay, step));
