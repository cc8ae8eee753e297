import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { imageCount, type Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { entrySums } from '@/lib/engine/mechanisms/ceiled-estimator';

/** Tokens of `user`, `tool` and `assistant`, and of a picture, a sound or a film. */
const ROLE = 1;
export const ASSISTANT = 3;
export const MEDIA = 2_000;
/** Tokens that the JSON around one argument adds to a call: its arguments are JSON in a string. */
const CALL = 3;

export const quarter = (length: number): number => Math.ceil(length / 4);

/** Four chars of ASCII are a token, any other is one. */
const weighed = (units: number, wide: number): number => quarter(units - wide) + wide;

/** Tokens of a message that is one text, counted in chars of ASCII: any other char stands for four. */
export const messageTokens = (length: number): number => ROLE + quarter(length);

/**
 * Kimi's estimate of messages: the name of the role, each text, thought, tool's name and its arguments, rounded up by
 * itself. `profile`’s system prompt and tools count only after a compaction.
 */
export function kimiEstimator(profile: Profile, prefix: number): Estimator {
  const { flags, thoughtUnits } = profile.entries;
  const thoughts = (entry: number): number => quarter(intAt(thoughtUnits, entry));
  const own = (entry: number, stripped: boolean): number => {
    const counted = countedTokens(profile, entry);
    if (counted > 0) return counted;
    const user = (byteAt(flags, entry) & entryFlag.user) !== 0;
    const whole = user ? ofUser(profile, entry) : ASSISTANT + said(profile, entry);
    return stripped ? whole - thoughts(entry) : whole;
  };
  return {
    id: `kimi:${prefix}`,
    label: 'chars ÷ 4, others 1, of each text, role and call',
    images: imageCount(MEDIA),
    prefix: ownPrefix(profile) ?? prefix,
    ...entrySums(profile, own, thoughts),
    text: messageTokens,
  };
}

/** Tokens of a user's text, or of the results of a batch of calls, a message each. */
function ofUser(profile: Profile, entry: number): number {
  const { entries, responseStart } = profile;
  const from = intAt(responseStart, entry);
  const media = MEDIA * intAt(entries.inlines, entry);
  if (intAt(entries.responses, entry) === 0) return ROLE + textTokens(profile, entry) + media;
  let tokens = media;
  let rest = intAt(entries.units, entry);
  for (let r = from; r < from + intAt(entries.responses, entry); r++) {
    const units = intAt(entries.responseUnits, r);
    tokens += ROLE + weighed(units, intAt(entries.responseWide, r));
    rest -= units;
  }
  return rest > 0 ? tokens + ROLE + quarter(rest) : tokens;
}

/** The recorded prompt and tools as Kimi counts them; null where the recording does not say. */
const ownPrefix = ({ head: { source, prefixLength } }: Profile): number | null =>
  source !== 'kimi-code' || prefixLength === undefined ? null : prefixLength / 4;

/** Tokens of a message by Kimi itself, which its recordings hold; 0 in others. */
const countedTokens = ({ head, entries }: Profile, entry: number): number =>
  head.source === 'kimi-code' ? intAt(entries.json, entry) / 4 : 0;

/** Tokens of a user's text alone. */
export function textTokens(profile: Profile, entry: number): number {
  const { entries } = profile;
  const counted = countedTokens(profile, entry);
  if (counted > 0) return counted - ROLE - MEDIA * intAt(entries.inlines, entry);
  const wide = intAt(entries.wide, entry);
  // Each text is rounded by itself where bytes are chars; pictures leave their type among those.
  if (wide === 0 && intAt(entries.inlines, entry) === 0) return intAt(entries.ceiled, entry);
  return weighed(intAt(entries.units, entry), wide);
}

/** Tokens of a response's texts, thoughts and calls. */
function said({ entries }: Profile, entry: number): number {
  const { ceiled, units, thoughtUnits, wide, calls } = entries;
  const others = intAt(wide, entry);
  if (intAt(calls, entry) > 0) {
    // A call's own chars stand beside the texts' only as their tokens; most others take three bytes.
    return intAt(ceiled, entry) + CALL * intAt(calls, entry) + quarter(others);
  }
  if (others === 0) return intAt(ceiled, entry);
  const thought = intAt(thoughtUnits, entry);
  return weighed(intAt(units, entry) - thought, others) + quarter(thought);
}
