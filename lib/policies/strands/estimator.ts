import { intAt } from '@/lib/engine/base/read';
import { imageCount, type Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { entrySums } from '@/lib/engine/mechanisms/ceiled-estimator';
import { responseUnitsOf } from '@/lib/engine/mechanisms/messages';

/** Tokens that the JSON around a call's arguments adds: half of `{"":""}` and what rounds up. */
const CALL = 4;

const quarter = (chars: number): number => Math.ceil(chars / 4);

/**
 * Strands' own count of messages: ⌈chars ÷ 4⌉ of each text, thinking and result, ⌈chars ÷ 2⌉ of a call's arguments as
 * JSON. Images count nothing.
 */
export function strandsEstimator(profile: Profile, prefix: number): Estimator {
  const thoughts = (entry: number): number => quarter(intAt(profile.entries.thoughtUnits, entry));
  const own = (entry: number, stripped: boolean): number =>
    textAndCalls(profile, entry) + results(profile, entry) + (stripped ? 0 : thoughts(entry));
  return {
    id: `strands:${prefix}`,
    label: 'chars ÷ 4 of texts, ÷ 2 of arguments',
    images: imageCount('none'),
    prefix,
    ...entrySums(profile, own, thoughts),
    text: quarter,
  };
}

function textAndCalls(profile: Profile, entry: number): number {
  const { units, thoughtUnits, calls, kinds } = profile.entries;
  const asked = intAt(calls, entry);
  // A call's own chars stand beside the text's only as its tokens.
  if (asked > 0) return intAt(kinds.text, entry) + 2 * intAt(kinds.call, entry) + CALL * asked;
  const said = intAt(units, entry) - intAt(thoughtUnits, entry);
  return quarter(said - responseUnitsOf(profile, entry));
}

function results({ entries, responseStart }: Profile, entry: number): number {
  const from = intAt(responseStart, entry);
  let tokens = 0;
  for (let r = from; r < from + intAt(entries.responses, entry); r++) {
    tokens += quarter(intAt(entries.responseUnits, r));
  }
  return tokens;
}
