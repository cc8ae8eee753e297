import { assert } from '@/lib/engine/base/assert';
import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { firstWhere } from '@/lib/engine/base/search';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { responseUnitsOf } from '@/lib/engine/mechanisms/messages';
import { CONVERSATION, IMAGE, JSON_ARGUMENTS, MESSAGE, NAME, SYNTAX } from './groups';

/**
 * Tokens of the part that Mastra stores behind a step's results: a kind and a time, then a model's name of up to 20
 * chars; less until the model has answered, more where it is the last of a piece, which then keeps its time.
 */
const STEP_START = 20;
const UNANSWERED = -8;
const SEALED = 3;
/** Tokens of the braces, the key and the colon of a call's arguments. */
const BRACES = 4;

/** Message borders of a log as Mastra stores it, before it cuts any: a message of the user is one, all of an answer up to the next is one. */
export interface StoredMessages {
  /** 1 for an entry with a text of the user: a turn begins. */
  readonly asks: Uint8Array;
  /** 1 for the first entry of a message. */
  readonly begins: Uint8Array;
}

/** The borders of a profile's messages. */
export const storedMessages = oncePer((profile: Profile) => {
  const { entries, entryCount } = profile;
  const asks = new Uint8Array(entryCount);
  const begins = new Uint8Array(entryCount);
  for (let entry = 0; entry < entryCount; entry++) {
    const user = (byteAt(entries.flags, entry) & entryFlag.user) !== 0;
    const results = responseUnitsOf(profile, entry);
    const said = intAt(entries.units, entry) > results || intAt(entries.responses, entry) === 0;
    asks[entry] = user && said ? 1 : 0;
    begins[entry] = entry === 0 || asks[entry] === 1 || asks[entry - 1] === 1 ? 1 : 0;
  }
  return { asks, begins } satisfies StoredMessages;
});

/** Tokens of each entry's parts as they are added up, one longer; those of an entry are the difference. */
const known = new WeakMap<Int32Array, Float64Array>();

/** Tokens of a message before its parts: 3.8 and its role. */
const emptyMessage = (asks: boolean, words: (chars: number) => number): number =>
  MESSAGE + words((asks ? 'user' : 'assistant').length);

function partTokens(profile: Profile, entry: number, words: (chars: number) => number): number {
  const { entries, responseStart } = profile;
  const from = intAt(responseStart, entry);
  const responses = intAt(entries.responses, entry);
  let tokens = IMAGE * intAt(entries.inlines, entry) + (responses > 0 ? STEP_START : 0);
  let results = 0;
  for (let r = from; r < from + responses; r++) {
    const units = intAt(entries.responseUnits, r);
    tokens += MESSAGE + words(units);
    results += units;
  }
  const said = intAt(entries.units, entry) - intAt(entries.thoughtUnits, entry) - results;
  const calls = intAt(entries.calls, entry);
  // A call's own chars stand beside the text's only as its tokens.
  const text = calls > 0 ? 4 * intAt(entries.kinds.text, entry) : said;
  tokens += words(text);
  if (calls === 0) return tokens;
  const written = Math.max(1, said - text - SYNTAX * calls);
  return tokens + words(written) + calls * (words(NAME) + BRACES - JSON_ARGUMENTS);
}

/**
 * Mastra's count of stored messages, each rounded by itself: its role, 3.8, the words of texts, names, arguments and
 * results; 3.8 a result, 12 less a call. Reasoning counts nothing. `prefix` is the system prompt, which it does not count.
 */
export function storedEstimator(profile: Profile, given: number, per: number): Estimator {
  const { entryCount, head } = profile;
  const { asks, begins } = storedMessages(profile);
  const words = (chars: number): number => Math.ceil(chars / per);
  const sum = new Int32Array(entryCount + 1);
  const parts = new Float64Array(entryCount + 1);
  /** Tokens of the messages before the newest, and of that one. */
  let before = 0;
  let tokens = 0;
  for (let entry = 0; entry < entryCount; entry++) {
    if (begins[entry] === 1) {
      before += Math.round(tokens);
      tokens = emptyMessage(asks[entry] === 1, words);
    }
    const own = partTokens(profile, entry, words);
    tokens += own;
    parts[entry + 1] = floatAt(parts, entry) + own;
    sum[entry + 1] = before + Math.round(tokens);
  }
  known.set(sum, parts);
  return {
    id: `mastra-stored:${given}:${per}`,
    label: `chars ÷ ${per}, 3.8 a message`,
    images: '765 tokens each',
    prefix: words(4 * (head.system ?? given)),
    sum,
    thoughtSum: new Int32Array(entryCount + 1),
    text: words,
  };
}

/** A log as it grows in Mastra's store: messages, and the pieces into which buffers cut those of the agent. */
export class StoredList {
  readonly #messages: StoredMessages;
  readonly #profile: Profile;
  readonly #words: (chars: number) => number;
  readonly #parts: Float64Array;
  /** First entry of each piece, and the tokens of the pieces before it. */
  readonly #starts: number[] = [];
  readonly #before: number[] = [];
  #end = 0;
  /** The newest piece takes no further part. */
  #sealed = false;
  /** Tokens of the newest piece less its parts, and of all pieces. */
  #empty = 0;
  #total = 0;
  /** Where the newest count began, and the tokens before. */
  #from = 0;
  #beforeFrom = 0;

  constructor(profile: Profile, { sum, text }: Estimator) {
    const parts = known.get(sum);
    assert(parts !== undefined, 'the estimator is Mastra’s');
    this.#messages = storedMessages(profile);
    this.#profile = profile;
    this.#words = text;
    this.#parts = parts;
  }

  /** The entries before `end` are stored. */
  grow(end: number): void {
    if (end <= this.#end) return;
    for (; this.#end < end; this.#end++) {
      if (!this.#sealed && this.#messages.begins[this.#end] !== 1) continue;
      if (this.#end > 0) this.#sum();
      const empty = emptyMessage(this.#messages.asks[this.#end] === 1, this.#words);
      this.#empty = empty - floatAt(this.#parts, this.#end);
      this.#before.push(this.#total);
      this.#starts.push(this.#end);
      this.#sealed = false;
    }
    this.#sum();
  }

  /** What is stored up to now is a piece of its own; a message of the user is one anyway. */
  seal(): void {
    if (this.#end === 0 || this.#messages.asks[this.#end - 1] === 1) return;
    this.#sealed = true;
    this.#sum();
  }

  /** Tokens of the pieces from the one that begins at an entry on: none is nothing. */
  count(from: number): number {
    if (from >= this.#end) return 0;
    if (from !== this.#from) {
      this.#beforeFrom = this.#tokensBefore(from);
      this.#from = from;
    }
    return CONVERSATION + this.#total - this.#beforeFrom;
  }

  /** Tokens of the pieces from one that begins at an entry up to another. */
  between(from: number, to: number): number {
    return this.#tokensBefore(to) - this.#tokensBefore(from);
  }

  /** The piece that begins at an entry: the entry behind it, and its tokens. */
  piece(from: number): { readonly to: number; readonly tokens: number } {
    const to = this.#starts[this.#pieceAt(from) + 1] ?? this.#end;
    return { to, tokens: this.between(from, to) };
  }

  #pieceAt(entry: number): number {
    return firstWhere(0, this.#starts.length, (piece) => (this.#starts[piece] ?? 0) >= entry);
  }

  #tokensBefore(entry: number): number {
    return this.#before[this.#pieceAt(entry)] ?? this.#total;
  }

  #sum(): void {
    const results = intAt(this.#profile.entries.responses, this.#end - 1) > 0;
    const more = results ? (this.#sealed ? SEALED : UNANSWERED) : 0;
    const tokens = this.#empty + floatAt(this.#parts, this.#end) + more;
    this.#total = (this.#before[this.#before.length - 1] ?? 0) + Math.round(tokens);
  }
}
