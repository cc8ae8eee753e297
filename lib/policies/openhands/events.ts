import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';

/** Events of a log's entries, as prefix sums; one longer than the entries. */
export const eventSums = oncePer((profile: Profile): Int32Array => {
  const sums = new Int32Array(profile.entryCount + 1);
  for (let i = 0; i < profile.entryCount; i++) sums[i + 1] = intAt(sums, i) + eventsOf(profile, i);
  return sums;
});

/** Each call and each result is an event; so is a message, unless it is the text beside the model's calls. */
function eventsOf({ entries }: Profile, entry: number): number {
  const { flags, calls, responses, kinds } = entries;
  if ((byteAt(flags, entry) & entryFlag.user) === 0) return Math.max(1, intAt(calls, entry));
  const results = intAt(responses, entry);
  return results + (results === 0 || intAt(kinds.text, entry) > 0 ? 1 : 0);
}
