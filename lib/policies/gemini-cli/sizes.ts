import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { imageCount, type Estimator, type EstimatorVariant } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { WEIGHED_UNITS } from '@/lib/engine/tokens/units';
import { masked, wholeText } from './cut-text';

const { user: USER, turnStart: TURN_START } = entryFlag;

/** An id of a call. */
const ID = 36;
/** Chars of each part's JSON besides its own text; a call's besides its name and arguments. */
const PART = { text: 11, call: 44 + ID, response: 65 + ID, image: 49 } as const;
/** `{"role":"user","parts":[]}`; the model's role is one longer. */
const MESSAGE = 26;
/** `{"output":""}` */
export const OUTPUT = 13;
/** Quarters of a token that a char outside ASCII counts more than one of ASCII. */
const WIDE = 5;
/** Line breaks in the environment's message, which JSON writes with two chars. */
const ENVIRONMENT_BREAKS = 8;
/** The acknowledgement behind a summary. */
export const ACKNOWLEDGEMENT = 42;

/**
 * Chars of a log as Gemini CLI's history holds them: without thoughts, neighbours of one role as one
 * message. Prefix sums over entries, one longer than they are.
 */
export interface HistorySizes {
  /** Quarters of a token by its estimate. */
  readonly quarters: Float64Array;
  /** Chars of the messages' JSON. */
  readonly json: Float64Array;
  /** 1 at an entry with which a user's message without a response begins. */
  readonly seams: Uint8Array;
  /** Not per entry: chars of each response's text, in log order, and of its tool's name. */
  readonly texts: Int32Array;
  readonly names: Int32Array;
  /** The entry each response is in; 1 where a mask makes it shorter. */
  readonly entries: Int32Array;
  readonly maskable: Uint8Array;
}

type InlineRule = EstimatorVariant['inline'];

const known = new WeakMap<Profile, Map<InlineRule, HistorySizes>>();

/** Sizes of a profile's log, inline data counted as `inline` says. */
export function historySizes(profile: Profile, inline: InlineRule): HistorySizes {
  const made = known.get(profile) ?? new Map<InlineRule, HistorySizes>();
  known.set(profile, made);
  const sizes = made.get(inline) ?? measure(profile, inline);
  made.set(inline, sizes);
  return sizes;
}

function measure(profile: Profile, inline: InlineRule): HistorySizes {
  const { entries, entryCount } = profile;
  const responses = responseSizes(profile);
  const quarters = new Float64Array(entryCount + 1);
  const json = new Float64Array(entryCount + 1);
  const seams = new Uint8Array(entryCount);
  for (let entry = 0; entry < entryCount; entry++) {
    const made = partSizes(profile, entry, { inline, ...responses });
    const joined = entry > 0 && isJoined(entries.flags, entry);
    const user = (byteAt(entries.flags, entry) & USER) !== 0;
    const role = joined ? 1 : MESSAGE + (user ? 0 : 1);
    quarters[entry + 1] = floatAt(quarters, entry) + made.quarters;
    json[entry + 1] = floatAt(json, entry) + role + made.json;
    seams[entry] = !joined && isPrompt(entries.flags, entry) ? 1 : 0;
  }
  return { quarters, json, seams, ...responses };
}

/** An entry is one message with the one before it; a prompt behind a response is closed off from it. */
function isJoined(flags: Uint8Array, entry: number): boolean {
  const [before, own] = [byteAt(flags, entry - 1), byteAt(flags, entry)];
  if ((before & USER) !== (own & USER)) return false;
  return (own & USER) === 0 || (before & TURN_START) !== 0 || (own & TURN_START) === 0;
}

/** No entry of the message that begins here holds a response. */
function isPrompt(flags: Uint8Array, entry: number): boolean {
  let at = entry;
  do {
    if ((byteAt(flags, at) & TURN_START) === 0) return false;
    at++;
  } while (at < flags.length && isJoined(flags, at));
  return true;
}

function responseSizes({ entries, entryCount, responseStart }: Profile) {
  const { responseBytes, responseUnits: texts, kinds } = entries;
  const names = new Int32Array(responseBytes.length);
  const entryOf = new Int32Array(responseBytes.length);
  for (let entry = 0; entry < entryCount; entry++) {
    const [from, end] = [intAt(responseStart, entry), intAt(responseStart, entry + 1)];
    let tokens = intAt(kinds.response, entry);
    for (let i = from; i < end; i++) tokens -= intAt(responseBytes, i) >> 2;
    names.fill(Math.floor((4 * tokens) / (end - from)), from, end);
    entryOf.fill(entry, from, end);
  }
  const maskable = Uint8Array.from(texts, (length, i) =>
    isMaskable(length, intAt(names, i)) ? 1 : 0,
  );
  return { texts, names, entries: entryOf, maskable };
}

/** Tokens of a text by itself, some of its chars outside ASCII; of a long one these count as others. */
export const textTokens = (chars: number, wide: number): number =>
  (chars + (chars > WEIGHED_UNITS ? 0 : WIDE * wide)) >> 2;

/** A mask makes a whole text shorter, in tokens of its part. */
function isMaskable(length: number, name: number): boolean {
  const mask = masked(wholeText(0, length), name);
  const tokens = (chars: number): number => (name + OUTPUT + chars) >> 2;
  return tokens(mask.length + mask.escapes.length) < tokens(length);
}

/** An entry's parts: quarters of a token by the estimate, and chars of their JSON with its commas. */
function partSizes(
  { entries, responseStart }: Profile,
  entry: number,
  { inline, texts, names }: Pick<HistorySizes, 'texts' | 'names'> & { inline: InlineRule },
) {
  const { kinds, calls, inlines, units, thoughtUnits, wide } = entries;
  const asked = intAt(calls, entry);
  const images = intAt(inlines, entry);
  const [from, end] = [intAt(responseStart, entry), intAt(responseStart, entry + 1)];
  const other = 4 * intAt(kinds.other, entry);
  let name = 0;
  let response = 0;
  for (let i = from; i < end; i++) {
    name += intAt(names, i);
    response += intAt(texts, i);
  }
  // Texts, and what calls hold; thoughts are dropped.
  const written = intAt(units, entry) - intAt(thoughtUnits, entry) - response;
  const hasText = intAt(kinds.text, entry) > 0 || (asked === 0 && written > 0);
  const common = written + asked * PART.call + name + response + other;
  const data = intAt(kinds.inline, entry);
  const perImage = inline === 'none' ? 0 : inline;
  const seen = perImage === 'bytes' ? data : images * perImage;
  const parts = (hasText ? 1 : 0) + asked + images + end - from;
  // Base64 has four chars for three bytes; a type is two tokens long.
  const encoded = Math.ceil((16 * (data - 2 * images)) / 3);
  return {
    quarters: common + WIDE * intAt(wide, entry) + (end - from) * OUTPUT + 4 * seen,
    json:
      Math.max(0, parts - 1) +
      (hasText ? PART.text : 0) +
      common +
      (end - from) * PART.response +
      images * PART.image +
      encoded,
  };
}

/** Gemini CLI's estimate: chars ÷ 4, of calls and responses as JSON; of texts 1.5 for a char outside ASCII. */
export function geminiEstimator(profile: Profile, prefix: number, inline: InlineRule): Estimator {
  const { quarters } = historySizes(profile, inline);
  return {
    id: `gemini-cli:${inline}`,
    label: 'chars ÷ 4, of calls and responses as JSON; 1.5 a char outside ASCII in texts',
    images: imageCount(inline),
    prefix,
    sum: Int32Array.from(quarters, (count) => Math.floor(count / 4)),
    thoughtSum: new Int32Array(profile.entryCount + 1),
    text: (bytes) => Math.floor(bytes / 4),
  };
}

/** The messages in front of the log's entries: the environment, and a summary with its answer. */
interface Lead {
  readonly environment: number;
  /** Bytes of the summary; −1 without one. */
  readonly summary: number;
}

/** Quarters of a token in front of the log's entries. */
export const leadQuarters = ({ environment, summary }: Lead): number =>
  4 * environment + (summary < 0 ? 0 : summary + ACKNOWLEDGEMENT);

/** Chars of JSON in front of them; the environment joins the message behind it. */
export function leadJson({ environment, summary }: Lead): number {
  const first = PART.text + 4 * environment + ENVIRONMENT_BREAKS + 1;
  if (summary < 0) return first;
  const answer = MESSAGE + 1 + PART.text + ACKNOWLEDGEMENT;
  return first + MESSAGE + PART.text + summary + answer;
}

/** Sum over the entries [from, to), given prefix sums. */
export const between = (sums: Float64Array, from: number, to: number): number =>
  floatAt(sums, to) - floatAt(sums, from);
