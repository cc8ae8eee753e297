/** Turns of a log by the entries that begin them; ADK calls a turn an invocation. */
import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';

interface Turns {
  /** Entries that begin a turn, ascending. */
  readonly starts: Int32Array;
  /** Turns that begin among the first so many entries; one longer than the entries. */
  readonly before: Int32Array;
}

const turnsOf = oncePer(listTurns);

function listTurns({ entries: { flags }, entryCount }: Profile): Turns {
  const starts: number[] = [];
  const before = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    if ((byteAt(flags, entry) & entryFlag.turnStart) !== 0) starts.push(entry);
    before[entry + 1] = starts.length;
  }
  return { starts: Int32Array.from(starts), before };
}

/**
 * Turns that end behind the first `covered` entries and before the one that a step begins; NaN for a
 * step that begins none.
 */
export function finishedTurns(profile: Profile, covered: number, step: number): number {
  const { before } = turnsOf(profile);
  const end = intAt(profile.steps.turnStart, step);
  if (!beginsTurn(profile, step)) return NaN;
  if (end <= covered) return 0;
  const begun = intAt(before, end) - intAt(before, covered);
  // A turn that is covered in part counts as well.
  const inside = intAt(before, covered + 1) === intAt(before, covered);
  return begun + (inside && covered > 0 ? 1 : 0);
}

/** First entry of the turn `back` turns before the one that holds an entry; 0 where there are fewer. */
export function turnBefore(profile: Profile, entry: number, back: number): number {
  const { starts, before } = turnsOf(profile);
  const index = intAt(before, entry + 1) - 1 - back;
  return index > 0 ? intAt(starts, index) : 0;
}

/** Entries that begin a turn, ascending. */
export const turnStarts = (profile: Profile): Int32Array => turnsOf(profile).starts;

/** A turn begins at a step that is not the first. */
export const beginsTurn = ({ steps: { turnStart } }: Profile, step: number): boolean =>
  step > 0 && intAt(turnStart, step) !== intAt(turnStart, step - 1);

/** True for the flags of a message that the user wrote. */
export const isSaid = (flags: number): boolean =>
  (flags & entryFlag.turnStart) !== 0 && (flags & (entryFlag.response | entryFlag.context)) === 0;
