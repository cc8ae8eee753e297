/** Codex's own count of its history's items. */
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { eachAnswer } from '@/lib/engine/tokens/calls/call-pairs';
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

/** Its instructions as Codex counts them, where the recording is its own and holds them. */
const ownPrefix = ({ head: { source, prefixLength } }: Profile): number | null =>
  source !== 'codex' || prefixLength === undefined ? null : Math.ceil(prefixLength / 4);

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
    prefix: ownPrefix(profile) ?? Math.max(0, prefixTokens - (profile.head.tools ?? 0)),
    image: flat ? chosen.imageTokens : 'bytes',
    ...(json ? JSON_SYNTAX : TEXT_SYNTAX),
  });
  return json ? whole : { ...whole, sum: withCalls(chosen, profile, whole.sum) };
}

/**
 * Prefix sums in which a call costs ⌈(its name, arguments and id) / 4⌉, a tool output ⌈(its bytes and the bytes
 * of its call’s id) / 4⌉ and a message of several ASCII texts ⌈all of their bytes / 4⌉.
 */
function withCalls(chosen: CodexSettings, profile: Profile, whole: Int32Array): Int32Array {
  const { entries, entryCount } = profile;
  const ids = callIds(profile);
  const own = (entry: number): number => {
    if (intAt(entries.responses, entry) > 0) return outputTokens(chosen, profile, entry);
    const id = intAt(ids, entry);
    // Codex has a call an item; a call without an answer has an id of unknown length.
    if (id > 0 && entries.calls[entry] === 1 && entries.inlines[entry] === 0) {
      return Math.ceil((intAt(entries.units, entry) + id) / 4);
    }
    const isAscii = entries.kinds.text[entry] !== 0 && entries.wide[entry] === 0;
    const isMessage = entries.calls[entry] === 0 && entries.inlines[entry] === 0;
    return isAscii && isMessage && entries.kinds.thought[entry] === 0
      ? Math.ceil(intAt(entries.units, entry) / 4)
      : sumBetween(whole, entry, entry + 1);
  };
  const sum = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) sum[entry + 1] = intAt(sum, entry) + own(entry);
  return sum;
}

/** Bytes of the id of an entry's call, which its answer repeats; 0 where none is known. */
function callIds({ entries, entryCount }: Profile): Int32Array {
  const ids = new Int32Array(entryCount);
  eachAnswer(entries, (_, call, response) => {
    if (call >= 0) ids[call] = intAt(entries.responseIds, response);
  });
  return ids;
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
