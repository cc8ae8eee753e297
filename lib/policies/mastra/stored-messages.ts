import { oncePer } from '@/lib/base/once/once-per';
import { byteAt, intAt } from '@/lib/base/read';
import { entryFlag } from '@/lib/tokens/entry-table';
import type { Estimator } from '@/lib/tokens/estimator';
import type { Profile } from '@/lib/tokens/profile';
import { CONVERSATION, IMAGE, JSON_ARGUMENTS, MESSAGE, NAME, SYNTAX } from './groups';

/** Tokens of the part that Mastra stores behind a step's results: a kind, a time and a model. */
const STEP_START = 19;
/** Tokens of the braces, the key and the colon of a call's arguments. */
const BRACES = 4;

/** Message borders of a log as Mastra stores it: a message of the user is one, all of an answer up to the next is one. */
export interface StoredMessages {
  /** 1 for an entry with a text of the user: a turn begins. */
  readonly asks: Uint8Array;
  /** 1 for the first entry of a message. */
  readonly begins: Uint8Array;
}

/** The borders of a profile's messages. */
export const storedMessages = oncePer(({ entries, entryCount, responseStart }: Profile) => {
  const asks = new Uint8Array(entryCount);
  const begins = new Uint8Array(entryCount);
  for (let entry = 0; entry < entryCount; entry++) {
    const user = (byteAt(entries.flags, entry) & entryFlag.user) !== 0;
    const results = resultUnits(entries.responseUnits, responseStart, entries.responses, entry);
    const said = intAt(entries.units, entry) > results || intAt(entries.responses, entry) === 0;
    asks[entry] = user && said ? 1 : 0;
    begins[entry] = entry === 0 || asks[entry] === 1 || asks[entry - 1] === 1 ? 1 : 0;
  }
  return { asks, begins } satisfies StoredMessages;
});

function resultUnits(
  units: Int32Array,
  start: Int32Array,
  responses: Int32Array,
  entry: number,
): number {
  const from = intAt(start, entry);
  let sum = 0;
  for (let r = from; r < from + intAt(responses, entry); r++) sum += intAt(units, r);
  return sum;
}

/**
 * Mastra's count of stored messages, each rounded by itself: its role, 3.8, the words of texts, names, arguments and
 * results; 3.8 a result, 12 less a call. Reasoning counts nothing. `prefix` is the system prompt, which it does not count.
 */
export function storedEstimator(profile: Profile, given: number, per: number): Estimator {
  const { entryCount, entries, head, responseStart } = profile;
  const { asks, begins } = storedMessages(profile);
  const words = (chars: number): number => Math.ceil(chars / per);
  const sum = new Int32Array(entryCount + 1);
  /** Tokens of the messages before the newest, and of that one. */
  let before = 0;
  let tokens = 0;
  for (let entry = 0; entry < entryCount; entry++) {
    if (begins[entry] === 1) {
      before += Math.round(tokens);
      tokens = MESSAGE + words((asks[entry] === 1 ? 'user' : 'assistant').length);
    }
    tokens += IMAGE * intAt(entries.inlines, entry);
    const from = intAt(responseStart, entry);
    const responses = intAt(entries.responses, entry);
    let results = 0;
    for (let r = from; r < from + responses; r++) {
      const units = intAt(entries.responseUnits, r);
      tokens += MESSAGE + words(units);
      results += units;
    }
    if (responses > 0) tokens += STEP_START;
    const said = intAt(entries.units, entry) - intAt(entries.thoughtUnits, entry) - results;
    const calls = intAt(entries.calls, entry);
    // A call's own chars stand beside the text's only as its tokens.
    const text = calls > 0 ? 4 * intAt(entries.kinds.text, entry) : said;
    tokens += words(text);
    if (calls > 0) {
      const written = Math.max(1, said - text - SYNTAX * calls);
      tokens += words(written) + calls * (words(NAME) + BRACES - JSON_ARGUMENTS);
    }
    sum[entry + 1] = before + Math.round(tokens);
  }
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

/** Mastra's count of a list of messages: none is nothing. */
export const countedList = ({ sum }: Estimator, from: number, to: number): number =>
  to > from ? CONVERSATION + intAt(sum, to) - intAt(sum, from) : 0;
