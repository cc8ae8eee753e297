/** Codex's own count of its history's items. */
import { intAt, sumBetween } from '@/lib/engine/base/read';
import type { Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { ceiledEstimator } from '@/lib/engine/mechanisms/ceiled-estimator';
import type { CodexSettings } from './settings';

/** Tokens of the JSON around a message, a call, an output: ⌈76 / 4⌉, ⌈91 / 4⌉, ⌈85 / 4⌉. */
const JSON_SYNTAX = { message: 19, call: 23, response: 22 } as const;
/** Texts alone count, but for about 17 bytes around a call's arguments. */
const TEXT_SYNTAX = { message: 0, call: 4, response: 0 } as const;

/** Bytes of a printed response besides its text: `map[result:…]`. */
const PRINTED = 12;

/** Tokens of the syntax around a message. */
export const messageSyntax = ({ items }: Pick<CodexSettings, 'items'>): number =>
  (items === 'json' ? JSON_SYNTAX : TEXT_SYNTAX).message;

/** Codex counts bytes ÷ 4, rounded up for each item; tool definitions do not count. */
export function codexEstimator(
  chosen: CodexSettings,
  profile: Profile,
  prefixTokens: number,
): Estimator {
  const flat = chosen.images === 'flat';
  const json = chosen.items === 'json';
  const whole = ceiledEstimator(profile, {
    id: `codex:${chosen.items}:${flat ? chosen.imageTokens : 'bytes'}`,
    label: json
      ? 'bytes ÷ 4 of each item’s JSON, no tool definitions'
      : 'bytes ÷ 4 of each item’s texts, no tool definitions',
    prefix: Math.max(0, prefixTokens - (profile.head.tools ?? 0)),
    image: flat ? chosen.imageTokens : 'bytes',
    ...(json ? JSON_SYNTAX : TEXT_SYNTAX),
  });
  return json ? whole : { ...whole, sum: withOutputs(chosen, profile, whole.sum) };
}

/** Prefix sums in which every tool output costs ⌈(its bytes + the bytes of its call’s id) / 4⌉. */
function withOutputs(chosen: CodexSettings, profile: Profile, whole: Int32Array): Int32Array {
  const { entries, entryCount } = profile;
  const sum = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const own =
      intAt(entries.responses, entry) > 0
        ? outputTokens(chosen, profile, entry)
        : sumBetween(whole, entry, entry + 1);
    sum[entry + 1] = intAt(sum, entry) + own;
  }
  return sum;
}

/** Tokens of an entry's tool outputs; pictures count with the first of them. */
function outputTokens(chosen: CodexSettings, profile: Profile, entry: number): number {
  const { entries, responseStart } = profile;
  const { responseBytes, responseIds, inlines, kinds } = entries;
  const images =
    chosen.images === 'flat'
      ? intAt(inlines, entry) * imageBytes(chosen.imageTokens)
      : intAt(kinds.inline, entry) * 4;
  let tokens = intAt(kinds.text, entry);
  const first = intAt(responseStart, entry);
  for (let k = first; k < intAt(responseStart, entry + 1); k++) {
    const printed = Math.max(0, intAt(responseBytes, k) - PRINTED);
    tokens += Math.ceil((printed + intAt(responseIds, k) + (k === first ? images : 0)) / 4);
  }
  return tokens;
}

/** The fewest bytes that round up to so many tokens: 7,373 of 1,844. */
const imageBytes = (tokens: number): number => Math.max(0, 4 * tokens - 3);
