/** `pruneMessages` over a log: parts that left the request, oldest first; within one generation they stay away. */
import { byteAt, intAt, sumBetween } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import { wholeLog, type SummaryView } from '@/lib/engine/policy/requests';
import { quarter, sdkMessages, type SdkMessages } from './messages';
import type { PruneSettings } from './settings';

/** Parts of an entry that left. */
const REASONING = 1;
const TOOLS = 2;

/** What has been removed from the log of one session. */
export class Pruning {
  /** Sizes of what was removed, as a view that holds nothing else. */
  readonly elided: SummaryView = wholeLog();
  /** Chars of the JSON that left, and entries that are no longer sent. */
  chars = 0;
  emptied = 0;
  /** Entries that lost something in the last call of `prune`. */
  cut = 0;
  readonly #input: PolicyInput;
  readonly #messages: SdkMessages;
  readonly #state: Uint8Array;
  /** Entries before these lost their tools, but for those in `#waiting`; and their reasoning. */
  #tools = 0;
  #reasoning = 0;
  /** Entries whose calls are answered in the newest messages. */
  #waiting: number[] = [];
  /** Tokens that left, of all entries and of each. */
  #tokens = 0;
  readonly #lost: Int32Array;

  constructor(input: PolicyInput) {
    this.#input = input;
    this.#messages = sdkMessages(input.profile);
    const { entryCount } = input.profile;
    this.#state = new Uint8Array(entryCount);
    this.#lost = new Int32Array(entryCount);
  }

  /** Removes what the settings say from the messages of the entries before `end`. */
  prune(step: number, end: number, settings: PruneSettings): void {
    this.cut = 0;
    this.#pruneReasoning(step, end, settings);
    if (settings.toolCalls !== 'none') this.#pruneTools(step, end, settings);
  }

  #pruneReasoning(step: number, end: number, settings: PruneSettings): void {
    const { reasoning } = settings;
    if (reasoning === 'none') return;
    const { messageOf, count, reasoning: thoughts } = this.#messages;
    const last = intAt(count, end) - 1;
    for (; this.#reasoning < end; this.#reasoning++) {
      const entry = this.#reasoning;
      if (reasoning !== 'all' && intAt(messageOf, entry) >= last) return;
      if (intAt(thoughts, entry) > 0) this.#remove(step, entry, REASONING, settings);
    }
  }

  #pruneTools(step: number, end: number, settings: PruneSettings): void {
    const { messageOf, count } = this.#messages;
    const keep = settings.toolCalls === 'all' ? 0 : settings.keep;
    const border = intAt(count, end) - keep;
    // Kept when all is done: where this is only asked, the first entry that leaves ends it.
    const waiting: number[] = [];
    const take = (entry: number): void => {
      if (this.#waits(entry, border, end)) waiting.push(entry);
      else this.#take(step, entry, settings);
    };
    this.#waiting.forEach(take);
    let at = this.#tools;
    for (; at < end && intAt(messageOf, at) < border; at++) take(at);
    this.#tools = at;
    this.#waiting = waiting;
  }

  /** An entry before the border has calls that a message behind it answers. */
  #waits(entry: number, border: number, end: number): boolean {
    const { answered, messageOf, tools } = this.#messages;
    const answer = intAt(answered, entry);
    if (intAt(tools, entry) === 0 || answer < 0 || answer >= end) return false;
    return intAt(messageOf, answer) >= border;
  }

  /** Removes the tools of an entry. */
  #take(step: number, entry: number, settings: PruneSettings): void {
    const { base, tools } = this.#messages;
    if (intAt(tools, entry) === 0) return;
    // Reasoning before nothing but removed calls goes with them.
    const parts = intAt(base, entry) === 0 ? TOOLS | REASONING : TOOLS;
    this.#remove(step, entry, parts, settings);
  }

  #remove(step: number, entry: number, parts: number, settings: PruneSettings): void {
    const { profile, requests, notes } = this.#input;
    const before = byteAt(this.#state, entry);
    const after = before | parts;
    const keeps = settings.emptyMessages === 'keep';
    const lost =
      charsOf(this.#messages, entry, before, keeps) - charsOf(this.#messages, entry, after, keeps);
    if (lost > 0) this.#input.watching?.effect('prunes');
    this.#state[entry] = after;
    if (lost === 0) return;
    this.chars += lost;
    const left = sumBetween(requests.estimator.sum, entry, entry + 1) - intAt(this.#lost, entry);
    const tokens = Math.min(left, quarter(this.chars) - this.#tokens);
    this.#tokens += tokens;
    this.#lost[entry] = intAt(this.#lost, entry) + tokens;
    requests.elide(this.elided, entry, tokens, referenceOf(profile, entry, before ^ after));
    notes.elisions.push({ step, entry, tokens });
    this.cut++;
    // An empty message of results is never sent.
    const sent = keeps && intAt(profile.entries.responses, entry) === 0;
    if (!sent && isEmpty(this.#messages, entry, after)) this.emptied++;
  }
}

/** Chars of an entry's messages without some of its parts. */
function charsOf(
  { base, reasoning, tools, envelope }: SdkMessages,
  entry: number,
  gone: number,
  keeps: boolean,
): number {
  const thoughts = (gone & REASONING) === 0 ? intAt(reasoning, entry) : 0;
  const calls = (gone & TOOLS) === 0 ? intAt(tools, entry) : 0;
  const around = intAt(envelope, entry);
  const own = intAt(base, entry) + thoughts + calls;
  if (thoughts + calls > 0) return own + around;
  // An empty message has no part with a comma, and one behind itself.
  return own + (keeps && around > 0 ? around + 1 : 0);
}

/** Nothing is left of an entry without some of its parts. */
function isEmpty({ base, reasoning, tools }: SdkMessages, entry: number, gone: number): boolean {
  if (intAt(base, entry) > 0) return false;
  return (
    ((gone & REASONING) !== 0 || intAt(reasoning, entry) === 0) &&
    ((gone & TOOLS) !== 0 || intAt(tools, entry) === 0)
  );
}

/** The reference's tokens of some parts of an entry. */
function referenceOf({ entries, head }: Profile, entry: number, parts: number): number {
  const { thought, call, response, inline } = entries.kinds;
  const thoughts = head.thoughts === 'stripped' ? 0 : intAt(thought, entry);
  const files = intAt(entries.responses, entry) > 0 ? intAt(inline, entry) : 0;
  return (
    ((parts & REASONING) === 0 ? 0 : thoughts) +
    ((parts & TOOLS) === 0 ? 0 : intAt(call, entry) + intAt(response, entry) + files)
  );
}
