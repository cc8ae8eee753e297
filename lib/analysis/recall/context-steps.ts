import { entryRanges } from '@/lib/analysis/explain/request-ranges';
import { intAt } from '@/lib/engine/base/read';
import { recordedViews } from '@/lib/engine/replay/recorded-view';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Profile } from '@/lib/engine/tokens/profile';

/** When entries come into the requests of a replay, and when they leave them. */
export interface ContextSteps {
  /** First step whose log holds an entry; the number of steps where none does. One longer than the log. */
  readonly enters: Int32Array;
  /** First step whose request lacks it again: covered, lost or blanked; the number of steps for none. */
  readonly leaves: Int32Array;
}

/** First step whose log holds each entry. */
export function enteringSteps({ entryCount, stepCount, steps }: Profile): Int32Array {
  const enters = new Int32Array(entryCount + 1).fill(stepCount);
  let known = 0;
  for (let step = 0; step < stepCount; step++) {
    for (; known < Math.min(entryCount, intAt(steps.entries, step)); known++) enters[known] = step;
  }
  return enters;
}

/**
 * Where entries enter and leave; `enters` is what {@link enteringSteps} says of the session. An entry that
 * a fault brings back (a restart that loses the summary) counts as gone from where it left.
 */
export function contextSteps(
  replay: Replay,
  enters = enteringSteps(replay.session.profile),
): ContextSteps {
  const { profile } = replay.session;
  const leaves = new Int32Array(profile.entryCount).fill(profile.stepCount);
  const leave = (entry: number, step: number): void => {
    if (step < intAt(leaves, entry)) leaves[entry] = step;
  };
  // Leading entries that have left already: a policy may compact at every step.
  let gone = 0;
  for (const step of changingSteps(replay)) {
    for (const { fate, from, to } of entryRanges(replay, step)) {
      if (fate === 'sent') continue;
      for (let e = Math.max(gone, from); e < to; e++) leave(e, step);
      if (from <= gone) gone = Math.max(gone, to);
    }
  }
  if (replay.policy.traits.recording) {
    for (const { step, elided } of recordedViews(profile)) {
      for (const entry of elided) leave(entry, step);
    }
  }
  for (const { step, entry } of replay.notes.elisions) leave(entry, step);
  return { enters, leaves };
}

/** Steps from which on other entries are covered or kept. */
function changingSteps({ columns, notes, session }: Replay): readonly number[] {
  const steps = new Set(notes.kept.map(({ step }) => step));
  for (const { step } of recordedViews(session.profile)) steps.add(step);
  let before = 0;
  columns.covered.forEach((covered, step) => {
    if (covered !== before) steps.add(step);
    before = covered;
  });
  return [...steps].sort((a, b) => a - b);
}

/**
 * First step at which a compaction would cover each entry: as soon as it is there, or, where the policy
 * keeps a tail, as soon as that would no longer reach it. `every` is a replay that compacts at every step.
 */
export function coveringSteps(enters: Int32Array, every: Replay | null): Int32Array {
  if (every === null) return enters;
  const { covered } = every.columns;
  const from = new Int32Array(enters.length).fill(covered.length);
  let known = 0;
  covered.forEach((end, step) => {
    for (; known < end; known++) from[known] = step;
  });
  return from.map((step, entry) => Math.max(step, intAt(enters, entry)));
}
