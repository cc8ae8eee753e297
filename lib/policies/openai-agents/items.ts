import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';

const { user: USER } = entryFlag;

/** A log as the items of an Agents session; prefix sums, one longer than the entries. */
interface SessionItems {
  readonly all: Int32Array;
  /** Items that are no message of the user's: what the session counts. */
  readonly candidates: Int32Array;
}

/** The items of a profile, counted once. */
export const sessionItems = oncePer(counted);

function counted(profile: Profile): SessionItems {
  const { entryCount } = profile;
  const all = new Int32Array(entryCount + 1);
  const candidates = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const own = candidatesOf(profile, entry);
    candidates[entry + 1] = intAt(candidates, entry) + own;
    all[entry + 1] = intAt(all, entry) + own + (isSaid(profile, entry) ? 1 : 0);
  }
  return { all, candidates };
}

const isUser = ({ entries }: Profile, entry: number): boolean =>
  (byteAt(entries.flags, entry) & USER) !== 0;

/** A message of the user's stands in the entry, alone or beside results. */
const isSaid = (profile: Profile, entry: number): boolean =>
  isUser(profile, entry) &&
  (intAt(profile.entries.responses, entry) === 0 || intAt(profile.entries.kinds.text, entry) > 0);

/**
 * A message and a reasoning item of the model's where the entry has such parts, and each call and result. A text of
 * less than four bytes beside a call is not seen: the profile holds no part of its own for it.
 */
function candidatesOf(profile: Profile, entry: number): number {
  const { kinds, sealed, units, thoughtUnits, calls, responses } = profile.entries;
  const asked = intAt(calls, entry);
  const pairs = asked + intAt(responses, entry);
  if (isUser(profile, entry)) return pairs;
  const thoughts = intAt(thoughtUnits, entry);
  const isThought = intAt(sealed, entry) > 0 || thoughts > 0;
  const isText = asked > 0 ? intAt(kinds.text, entry) > 0 : intAt(units, entry) > thoughts;
  return pairs + (isThought ? 1 : 0) + (isText ? 1 : 0);
}
