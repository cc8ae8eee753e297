import { oncePer } from '@/lib/engine/base/once/once-per';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import { messagesOf } from '@/lib/engine/mechanisms/messages';

/** Chars of `{"name":"","args":,"id":"","type":"tool_call"}`, and of an id where none is recorded. */
const CALL = 46;
const ID = 29;

/** A message that is no tool's, in `callEntry`; a tool's whose call is not in the log. */
export const NO_TOOL = -1;
export const NO_CALL = -2;

/**
 * A log as LangChain's messages, numbers only: each response is a tool message of its own, whatever else an
 * entry holds is one more behind them.
 */
export interface LangchainMessages {
  /** First message of each entry; the last item is the number of messages. */
  readonly first: Int32Array;
  readonly entryOf: Int32Array;
  /** Prefix sums of the chars that `countTokensApproximately` counts, one longer than the messages. */
  readonly chars: Int32Array;
  /** Entry with the call that a tool message answers, or `NO_CALL`; `NO_TOOL` for any other message. */
  readonly callEntry: Int32Array;
  /** Chars of a tool message's own text; 0 for any other. */
  readonly content: Int32Array;
  /** 1 for a message of the model's that calls tools. */
  readonly calls: Uint8Array;
}

/** The messages of a profile, made once. */
export const langchainMessages = oncePer(listed);

function listed(profile: Profile): LangchainMessages {
  const { entries, entryCount, responseStart } = profile;
  const { responseUnits, responseIds, responseCalls } = entries;
  const { first, entryOf, count } = messagesOf(profile);
  const chars = new Int32Array(count + 1);
  const callEntry = new Int32Array(count).fill(NO_TOOL);
  const content = new Int32Array(count);
  const calls = new Uint8Array(count);
  for (let entry = 0; entry < entryCount; entry++) {
    const own = intAt(entries.responses, entry);
    let m = intAt(first, entry);
    let rest = intAt(entries.units, entry) - intAt(entries.thoughtUnits, entry);
    for (let r = intAt(responseStart, entry); r < intAt(responseStart, entry) + own; r++, m++) {
      const text = intAt(responseUnits, r);
      rest -= text;
      content[m] = text;
      chars[m + 1] = intAt(chars, m) + text + (intAt(responseIds, r) || ID);
      const behind = intAt(responseCalls, r);
      callEntry[m] = behind > 0 ? entry - behind : NO_CALL;
    }
    if (m === intAt(first, entry + 1)) continue;
    const asked = intAt(entries.calls, entry);
    // In one list: brackets, and commas between the calls.
    const syntax = asked > 0 ? asked * (CALL + ID) + asked + 1 : 0;
    chars[m + 1] = intAt(chars, m) + rest + syntax;
    calls[m] = asked > 0 ? 1 : 0;
  }
  return { first, entryOf, chars, callEntry, content, calls };
}

/** Tokens of so many chars, as `countTokensApproximately` rounds them. */
export const inTokens = (chars: number): number => Math.ceil(chars / 4);

/**
 * The messages of one request: a summary, where there is one, and those of the log behind what it covers.
 * One object for a whole replay; `begin` says which request it is.
 */
export class RequestMessages {
  readonly list: LangchainMessages;
  /** Chars of the summary's message; −1 without one. */
  #summary = -1;
  #from = 0;
  #to = 0;

  constructor(profile: Profile) {
    this.list = langchainMessages(profile);
  }

  /** The request of `entries` entries, those before `covered` left out behind a summary of so many chars (−1: none). */
  begin(entries: number, covered: number, summary: number): void {
    this.#summary = summary;
    this.#from = intAt(this.list.first, covered);
    this.#to = intAt(this.list.first, entries);
  }

  /** 1 where a summary is the first message. */
  get lead(): number {
    return this.#summary < 0 ? 0 : 1;
  }

  get length(): number {
    return this.lead + this.#to - this.#from;
  }

  /** Chars of the messages [at, end). */
  chars(at: number, end = this.length): number {
    const { lead } = this;
    const summary = at < lead && end > 0 ? this.#summary : 0;
    return summary + sumBetween(this.list.chars, this.#place(at), this.#place(end));
  }

  /** The entry that begins at a message, or holds it; the log's end behind the last. */
  entryAt(at: number, entries: number): number {
    const m = this.#place(at);
    return m < this.#to ? intAt(this.list.entryOf, m) : entries;
  }

  isTool(at: number): boolean {
    return at >= this.lead && at < this.length && this.#call(at) !== NO_TOOL;
  }

  /** Chars of a tool message's own text. */
  contentOf(at: number): number {
    return intAt(this.list.content, this.#place(at));
  }

  /** The message calls tools. */
  callsTools(at: number): boolean {
    return at >= this.lead && at < this.length && this.list.calls[this.#place(at)] === 1;
  }

  /** The message that a tool message answers; −1 where it is not in the request. */
  callerOf(at: number): number {
    const entry = this.#call(at);
    // A call stands in the last message of its entry.
    const m = entry < 0 ? -1 : intAt(this.list.first, entry + 1) - 1;
    return m < this.#from ? -1 : m - this.#from + this.lead;
  }

  #call(at: number): number {
    return intAt(this.list.callEntry, this.#place(at));
  }

  #place(at: number): number {
    return this.#from + Math.max(0, at - this.lead);
  }
}
