/** Calls and their responses across a cut: what stays in a request whose first entry is `split`. */
import { formatInteger } from '@/lib/engine/base/format';
import { oncePer } from '@/lib/engine/base/once/once-per';
import { intAt } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { PolicyEvent } from '@/lib/engine/policy/notes';

/**
 * For each number of leading entries, the last entry that answers a call among them; −1 for none.
 * One longer than the entries. No response is orphaned by a split s where `answered[s] < s`.
 */
const answeredBy = oncePer(lastAnswers);

function lastAnswers({ callOf, entryCount }: Profile): Int32Array {
  const last = new Int32Array(entryCount + 1).fill(-1);
  // Ascending, so the newest answer of a call is the one that stays.
  for (let entry = 0; entry < entryCount; entry++) {
    const call = intAt(callOf, entry);
    if (call >= 0) last[call + 1] = entry;
  }
  for (let n = 1; n <= entryCount; n++) {
    if (intAt(last, n - 1) > intAt(last, n)) last[n] = intAt(last, n - 1);
  }
  return last;
}

/** True where no response of the entries [split, end) has its call before `split`. */
function keepsPairs(profile: Profile, split: number, end: number): boolean {
  const answered = answeredBy(profile);
  if (intAt(answered, split) < split) return true;
  return firstOrphan(profile, split, end) < 0;
}

function firstOrphan({ callOf }: Profile, split: number, end: number): number {
  for (let entry = split; entry < end; entry++) {
    const call = intAt(callOf, entry);
    if (call >= 0 && call < split) return entry;
  }
  return -1;
}

/** The nearest split at or before `split` that keeps pairs; `from` if none is after it. */
export function pairSafeBack(profile: Profile, from: number, split: number, end: number): number {
  let safe = split;
  while (safe > from && !keepsPairs(profile, safe, end)) safe--;
  return safe;
}

/** The nearest split after `split` and before `end` that keeps pairs; −1 for none. */
export function pairSafeForward(profile: Profile, split: number, end: number): number {
  for (let safe = split + 1; safe < end; safe++) if (keepsPairs(profile, safe, end)) return safe;
  return -1;
}

/** Reports every response of the entries [split, end) whose call is before `split`. */
export function reportOrphans(
  profile: Profile,
  range: { readonly split: number; readonly end: number; readonly step: number },
  events: PolicyEvent[],
): void {
  const { split, end, step } = range;
  const reach = Math.min(end, intAt(answeredBy(profile), split) + 1);
  for (let entry = split; entry < reach; entry++) {
    const call = intAt(profile.callOf, entry);
    if (call < 0 || call >= split) continue;
    const text = `The response in entry ${formatInteger(entry)} is sent without its call, which is in entry ${formatInteger(call)}.`;
    events.push({ step, kind: 'orphan', text });
  }
}
