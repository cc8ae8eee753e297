import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { entrySums } from '@/lib/engine/mechanisms/ceiled-estimator';
import { storedJson, type StoredJson } from './stored-json';

/** Chars of JSON that count a token. */
const CHARS_PER_TOKEN = 3;
/** `{"systemPrompt":"","messages":[],"tools":[]}`, less the comma that the first message has not. */
const REQUEST = 43;
/** `{"role":"user","content":[]}` and a comma; a role of the assistant's is 5 longer. */
const MESSAGE = 29;
const ASSISTANT = 5;
/** An id of a call in the provider's form. */
const ID = 30;
/** Chars of each block's JSON besides its own text; a call's with one argument. */
const BLOCK = {
  text: 25,
  thought: 47,
  call: 53 + ID,
  // A printed response holds the tool's name and `map[result:]`, which a result's JSON has not.
  response: 52 + ID - 16,
  image: 42,
} as const;
/** A summary's message, its text block, and its metadata, which hold the summary once more. */
const SUMMARY = MESSAGE + BLOCK.text + 188;
/** Digits of `tokensBefore` among them. */
const DIGITS = 5;
/** What JSON's escapes of the newlines add, less the header, which the metadata have not. */
const REPEATED = 14 - 18;

/** "Context summary:" in front of a summary, and the section "Files" with none behind it. */
export const SUMMARY_WRAPPER = 58;

const inTokens = (chars: number): number => Math.ceil(chars / CHARS_PER_TOKEN);

/** Cline's estimate: chars ÷ 3 of the whole request's JSON, system prompt and tools with it. */
export function clineEstimator(
  profile: Profile,
  prefixTokens: number,
  { fixed }: { readonly fixed: number },
): Estimator {
  const thoughts = (entry: number): number => 4 * intAt(profile.entries.kinds.thought, entry);
  const counted = entrySums(
    profile,
    (entry, stripped) => inTokens(charsOf(profile, entry) - (stripped ? thoughts(entry) : 0)),
    (entry) => inTokens(thoughts(entry)),
  );
  const json = storedJson(profile);
  return {
    id: `cline-${fixed}`,
    label: 'chars ÷ 3 of the request’s JSON',
    images: 'base64 chars ÷ 3',
    prefix: inTokens(around(fixed, prefixTokens)),
    ...(json === null ? counted : { ...counted, sum: cumulated(json, fixed, prefixTokens) }),
    text: (bytes) => inTokens(SUMMARY + REPEATED + 2 * bytes),
  };
}

/** Chars of a request's JSON around its messages: system prompt and tools as stated, else by their tokens. */
const around = (fixed: number, prefixTokens: number): number =>
  REQUEST + (fixed > 0 ? fixed : 4 * prefixTokens);

/** Prefix sums that make the count of a whole log exact: what is rounded is the request, not each message. */
function cumulated({ sent }: StoredJson, fixed: number, prefixTokens: number): Int32Array {
  const before = around(fixed, prefixTokens);
  return sent.map((chars) => inTokens(before + chars) - inTokens(before));
}

/** Chars ÷ 3 of a request behind a summary, whose messages are counted as they are stored. */
export function behindSummary(
  { stored }: StoredJson,
  request: { readonly from: number; readonly to: number; readonly fixed: number },
  summary: number,
): number {
  const { from, to, fixed } = request;
  return inTokens(REQUEST + fixed + summary + intAt(stored, to) - intAt(stored, from));
}

/** Chars of the JSON of a summary of so many bytes, which was made of a request of so many tokens. */
export const summaryChars = (bytes: number, tokensBefore: number): number =>
  SUMMARY + REPEATED + 2 * (SUMMARY_WRAPPER + bytes) + String(tokensBefore).length - DIGITS;

/** Chars of a message's JSON and the comma behind it. */
function charsOf({ entries }: Profile, entry: number): number {
  const { kinds, calls, responses, inlines, ceiled, flags } = entries;
  const text = intAt(kinds.text, entry) > 0 ? 1 : 0;
  const thought = intAt(kinds.thought, entry) > 0 ? 1 : 0;
  const asked = intAt(calls, entry);
  const answered = intAt(responses, entry);
  const images = intAt(inlines, entry);
  const blocks = text + thought + asked + answered + images;
  const role = (byteAt(flags, entry) & entryFlag.user) === 0 ? ASSISTANT : 0;
  // Images are in base64: four chars for three bytes.
  const data = Math.ceil((16 * intAt(kinds.inline, entry)) / 3);
  return (
    MESSAGE +
    role +
    Math.max(0, blocks - 1) +
    text * BLOCK.text +
    thought * BLOCK.thought +
    asked * BLOCK.call +
    answered * BLOCK.response +
    images * BLOCK.image +
    data +
    4 * intAt(ceiled, entry)
  );
}
