import type { SessionBuilder, StepInput } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { AskedOptions, CountEvidence } from '@/lib/engine/session/schema';
import { Calls } from './calls';
import { bytesOf, readCompacted, type UserMessage } from './compacted';
import { describeSession, infoOf } from './header';
import { Heritage } from './heritage';
import { isAbortedResult, isAbortMarker, readItem, type Item } from './items';
import { Thoughts } from './thoughts';
import type { ImportContext } from '../../importer';
import { asked } from '../../mechanisms/exchange/asked';
import { entryOf, shorten, stepUsage } from '../../mechanisms/session-facts';
import { ItemIndex } from '../../mechanisms/item-index';
import { countOf, fieldsOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';
import { readRefusal, SIZELESS } from '../../mechanisms/refusals/read-refusal';
import { Timeline } from '../../mechanisms/timeline';

/** A record and its place. */
export interface Line {
  readonly payload: Fields;
  readonly at: At;
  /** Time of writing; null if the record lacks it. */
  readonly time: string | null;
  /** True for a copy from the thread this one was forked from. */
  readonly inherited: boolean;
  /** True for a line of the file that a fork's history is in: of its context, and counted there. */
  readonly copied: boolean;
  /** True for an item of the summariser's answer, which Codex 0.169 and later mark. */
  readonly isSummary: boolean;
}

/** Outcome of a record, for the receipt. */
export type Fate =
  | { readonly fate: 'keep' }
  /** Counted with the entries, when the sessions are known. */
  | { readonly fate: 'entry' }
  | { readonly fate: 'merge' | 'drop' | 'lose'; readonly reason: string };

const merge = (reason: string): Fate => ({ fate: 'merge', reason });
const drop = (reason: string): Fate => ({ fate: 'drop', reason });
const keep: Fate = { fate: 'keep' };

const copiedCall = (tokens: number): CountEvidence => ({
  kind: 'copied',
  tokens,
  reason: 'The call of the thread that this one was forked from.',
});

/** Most instructions before the user's first message that are kept. */
const MOST_INSTRUCTIONS = 64;

/** An error of the call that was to summarise, and what ended it. */
const COMPACT_FAILED = /^Error running (?:\w+ )?compact task: *([^]*)/i;

/** Errors that are not the end of a model call. */
const NO_CALL = new Set(['sandbox_error', 'thread_rollback_failed', 'active_turn_not_steerable']);

/** One thread of Codex: its log, its calls and the thread that began it. */
export class CodexThread {
  readonly heritage: Heritage;
  /** The thread it was forked from, if only a copied header names it. */
  #copyOf: string | null = null;
  readonly #timeline = new Timeline();
  readonly #calls = new Calls(this.#timeline);
  readonly #index = new ItemIndex();
  readonly #thoughts = new Thoughts();
  /** Entries of Codex's own instructions before the user's first message; the user's messages. */
  readonly #instructions: number[] = [];
  readonly #said: UserMessage[] = [];
  #model: string | null = null;
  /** The reasoning effort of the newest turn; null where none states one. */
  #asked: AskedOptions | null = null;
  /**
   * `model_context_window` of the newest turn: the most that Codex lets a request take, 95 % of the model's
   * input window (258,400 = 0.95 × 272,000).
   */
  #window: number | null = null;
  #title: string | null = null;
  #firstText: string | null = null;
  /** The cumulative count as text: it changes once a call. */
  #total: string | null = null;
  /** Tokens in the context by Codex's count. */
  #contextTokens: number | null = null;
  /** True after a compaction of this turn until something follows: its trigger is still unknown. */
  #compacting = false;
  #turnAnswered = false;
  /** The turn has something to answer; that of `/compact` has nothing but the summariser's answer. */
  #turnAsks = false;
  /** True from the summariser's marked answer to the compaction: a count between them is its own. */
  #summarising = false;
  /** What came before a fork was read too. */
  #whole = false;
  /** True if the recording marks the begins of turns. */
  #bounded = false;

  constructor(
    private readonly context: ImportContext,
    private readonly id: string,
    private readonly header: Fields,
    line: Fields,
  ) {
    this.heritage = new Heritage(header, line);
  }

  /** True until a line of the thread itself is read. */
  get untouched(): boolean {
    return this.#timeline.empty || this.heritage.copies;
  }

  /** Notes that this thread was forked: the header of another thread comes before anything else. */
  forkedFrom(id: string): void {
    this.#copyOf ??= id;
    this.heritage.begin();
  }

  /** Ends the copy of another thread's history: a call left open in it is not this thread's. */
  ownBegins(): void {
    this.#calls.skip();
    this.#calls.turnEnd();
  }

  /** What a call is made under. */
  get #inForce(): Pick<StepInput, 'model' | 'window' | 'asked'> {
    return { model: this.#model, window: this.#window, ...(this.#asked && { asked: this.#asked }) };
  }

  /** The lines that its history begins with follow, out of its parent's file. */
  continues(): void {
    this.#whole = true;
  }

  /** Reads the settings of a turn. */
  turnContext({ payload }: Line): Fate {
    this.#model = textOf(payload['model']) ?? this.#model;
    if ('effort' in payload) this.#asked = asked(null, payload['effort']);
    return merge('settings of a turn');
  }

  /** Reads an item of a request or of an answer. */
  item(line: Line): Fate {
    const { payload, time, inherited, isSummary } = line;
    if (isSummary) {
      this.#summarising = true;
      return merge('answer of the summariser');
    }
    const type = (textOf(payload['type']) ?? 'unknown').slice(0, 60);
    const read = readItem(payload, this.#calls.tool);
    if (read === null) return drop(`not part of a request: ${type}`);
    this.#summarising = false;
    const item = this.#thoughts.fresh(read, payload);
    if (item.side === 'user') this.#uncounted(inherited);
    if (item.side === 'model') this.#calls.answer(time, item.call, item.tool ?? type);
    if (item.side === 'user' || item.side === 'model') this.#goesOn(item.side);
    if (read.parts.length === 0) return drop(`nothing to read: ${type}`);
    if (item.parts.length === 0) return merge('reasoning repeated from the item before');
    this.#append(item, line);
    if (item.side !== 'model' && item.side !== 'context') this.#turnAsks = true;
    if (item.side !== 'model' && !isAbortMarker(item.parts)) {
      this.#calls.input(item.side, item.call, !isAbortedResult(item.parts));
    }
    return { fate: 'entry' };
  }

  #append({ side, role, parts, label, key }: Item, { at, time, copied }: Line): void {
    if (side === 'user') this.#timeline.turn();
    const sealed = side === 'model' ? this.#thoughts.sealed() : [];
    const entry = entryOf(role, [...parts, ...sealed], at, time, label);
    const position = this.#timeline.entry(this.context.store.entry(entry), copied ? null : at);
    this.#index.add(key);
    if (side === 'user') {
      this.#said.push({ position, bytes: bytesOf(parts) });
      const [first] = parts;
      if (first?.kind === 'text') this.#firstText ??= shorten(first.text);
    } else if (this.#said.length === 0 && this.#instructions.length < MOST_INSTRUCTIONS) {
      if (side === 'context') this.#instructions.push(position);
    }
  }

  /** The turn continued after a compaction, so Codex triggered it. */
  #goesOn(side: 'user' | 'model'): void {
    if (this.#compacting && this.#bounded) this.#timeline.amend({ trigger: 'auto' });
    this.#compacting = false;
    if (side === 'model') this.#turnAnswered = true;
  }

  /** A response came with usage; the count itself is read from the event behind it. */
  usageRecorded(): Fate {
    this.#calls.recorded();
    return drop('not part of a request: token_usage_record');
  }

  /** Reads an event for the user interface; only some add to what the items hold. */
  event(line: Line): Fate {
    const { payload } = line;
    const type = (textOf(payload['type']) ?? 'unknown').slice(0, 60);
    switch (type) {
      case 'token_count':
        return this.#tokenCount(line);
      case 'task_started':
      case 'turn_started':
      case 'task_complete':
      case 'turn_complete':
        return this.#turn(line);
      case 'turn_aborted':
        return this.#ended(line, 'turn-aborted', 'A call was interrupted; nobody counted it.');
      case 'error':
      case 'stream_error':
        return this.#error(line, type);
      case 'thread_rolled_back':
        return this.#rolledBack(payload);
      case 'thread_name_updated':
        this.#title = shorten(textOf(payload['thread_name']) ?? '') ?? this.#title;
        return merge('name of the session');
      case 'thread_settings_applied':
        this.#model = textOf(fieldsOf(payload['thread_settings'])?.['model']) ?? this.#model;
        return merge('settings of a turn');
      default:
        return drop(`copy for the user interface: ${type}`);
    }
  }

  /** Ends an answer that has no count; in a copied history it is the call of another thread. */
  #uncounted(inherited: boolean): void {
    if (inherited) this.#calls.skip();
    else if (this.#calls.open) this.#calls.uncounted({ window: this.#window });
  }

  /** Begins or ends a turn; a call still open then has no count. */
  #turn({ payload, inherited }: Line): Fate {
    this.#bounded = true;
    this.#uncounted(inherited);
    this.#window = positive(payload['model_context_window']) ?? this.#window;
    this.#calls.turnEnd();
    if (this.#compacting) this.#timeline.amend({ trigger: 'manual' });
    this.#compacting = false;
    this.#turnAnswered = false;
    this.#turnAsks = false;
    this.#summarising = false;
    return merge('begin or end of a turn');
  }

  /**
   * A count ends a call when the cumulative total moved and the request was not empty. Others repeat
   * the last one with new rate limits, or estimate the context after a compaction.
   */
  #tokenCount({ payload, at, time, inherited, copied }: Line): Fate {
    const info = fieldsOf(payload['info']);
    const last = fieldsOf(info?.['last_token_usage']);
    if (info === null || last === null) return drop('token count without numbers');
    this.#window = positive(info['model_context_window']) ?? this.#window;
    const total = JSON.stringify(plain(info['total_token_usage'] ?? last));
    const first = this.#total === null;
    if (total === this.#total) return this.#repeatedCount(last);
    this.#total = total;
    this.#thoughts.end();
    if (countOf(last['input_tokens']) === 0) return this.#repeatedCount(last);
    if (this.#summarising) return merge('count of the summariser’s call');
    this.#contextTokens = countOf(last['total_tokens']);
    const carried = first && !this.#calls.inFlight && total !== JSON.stringify(plain(last));
    if (inherited || carried) {
      this.#calls.skip();
      return merge('token count of the session it continues');
    }
    const usage = stepUsage(this.#timeline, last, 'openai', at);
    const cacheWrite = countOf(last['cache_write_input_tokens']) ?? usage.cacheWrite;
    const tokens = usage.counted?.tokens ?? usage.real;
    const counted = copied && tokens !== null ? { counted: copiedCall(tokens) } : {};
    this.#calls.counted({ ...usage, ...counted, cacheWrite, ...this.#inForce, time });
    return keep;
  }

  #repeatedCount(last: Fields): Fate {
    if (countOf(last['input_tokens']) !== 0) return merge('repeated token count');
    const estimate = positive(last['total_tokens']);
    if (estimate !== null) this.#timeline.amend({ postTokens: estimate });
    return merge('token count after a compaction');
  }

  /** Ends a call without an answer; does nothing without one under way. */
  #ended({ at, time, inherited }: Line, code: string, message: string, { turn = true } = {}): Fate {
    const inFlight = this.#calls.inFlight;
    if (inFlight && !inherited) {
      this.#calls.uncounted({ ...this.#inForce, time });
      this.#timeline.notice(code, message, at);
    } else this.#calls.skip();
    if (turn) this.#calls.turnEnd();
    else if (inFlight) this.#calls.retry();
    return inFlight && !inherited ? keep : merge('begin or end of a turn');
  }

  /** Takes a failed call as a step; one that was too long as rejected. */
  #error(line: Line, type: string): Fate {
    const { payload, inherited, time } = line;
    const info = payload['codex_error_info'];
    const code = textOf(info) ?? Object.keys(fieldsOf(info) ?? {})[0] ?? '';
    const message = textOf(payload['message']) ?? '';
    if (NO_CALL.has(code)) return drop(`not a model call: ${code}`);
    const [, failed] = COMPACT_FAILED.exec(message) ?? [];
    if (failed !== undefined) return this.#compactionFailed(line, failed);
    const tooLong =
      code === 'context_window_exceeded' || /context window/i.test(message.slice(0, 500));
    const refusal = readRefusal(message) ?? (tooLong ? SIZELESS : null);
    if (refusal === null || inherited) {
      const retry = type === 'stream_error';
      return this.#ended(line, 'call-failed', 'A call failed; nobody counted it.', {
        turn: !retry,
      });
    }
    this.#calls.rejected({ ...refusal, ...this.#inForce, time });
    this.#calls.turnEnd();
    return keep;
  }

  /** Takes a compaction whose own call failed: the turn ends with it, and the log stays as it is. */
  #compactionFailed({ inherited, time }: Line, said: string): Fate {
    const reason = /"message": *"([^"]+)"/.exec(said)?.[1] ?? said.trim();
    this.#summarising = false;
    this.#uncounted(inherited);
    this.#timeline.compactionFailed({ reason, preTokens: this.#contextTokens, time });
    this.#calls.skip();
    this.#calls.turnEnd();
    return keep;
  }

  #rolledBack(payload: Fields): Fate {
    this.#timeline.rollback(countOf(payload['num_turns']) ?? 1);
    const { entries } = this.#timeline;
    this.#index.truncate(entries);
    while ((this.#said.at(-1)?.position ?? -1) >= entries) this.#said.pop();
    while ((this.#instructions.at(-1) ?? -1) >= entries) this.#instructions.pop();
    this.#calls.skip();
    this.#calls.turnEnd();
    return merge('turns rolled back');
  }

  /**
   * Takes a compaction: items of the new context that are in the log were kept, the rest is the
   * summary.
   */
  compacted({ payload, at, time, inherited }: Line): Fate {
    this.#summarising = false;
    this.#uncounted(inherited);
    this.#calls.turnEnd();
    const replacement = readCompacted(payload, this.#index, this.#instructions, this.#said);
    const { summary, kept, opaque, reconstructed } = replacement;
    const isWithin = this.#turnAnswered && this.#turnAsks;
    const trigger = this.#bounded && isWithin ? 'auto' : 'unknown';
    this.#timeline.compaction({ trigger, summary, kept, preTokens: this.#contextTokens, time });
    this.#compacting = !isWithin;
    if (opaque) this.#timeline.notice('opaque-summary', OPAQUE, at);
    if (reconstructed) this.#timeline.notice('kept-reconstructed', RECONSTRUCTED, at);
    return keep;
  }

  /** The sessions of the thread; counts its records. */
  *sessions(): Generator<SessionDraft, void, void> {
    if (this.#calls.open && !this.heritage.copies) this.#calls.uncounted(this.#inForce);
    const { file } = this.context;
    const title = this.#title ?? this.#firstText;
    const reasons = this.#thoughts.any;
    const info = infoOf(this.header, { file, id: this.id, title, reasons, copyOf: this.#copyOf });
    const whole = this.#whole;
    const prepare = (builder: SessionBuilder): void =>
      describeSession(builder, this.header, { whole });
    const words = { name: 'rolled back', lane: 'rollback' };
    yield* this.#timeline.sessions(this.context, info, prepare, words);
  }
}

const OPAQUE =
  'The summary of a compaction is encrypted for the provider: its text and its size are not recorded.';
const RECONSTRUCTED =
  'A compaction records only its summary; what Codex keeps beside it (its instructions, the newest ' +
  '20,000 tokens of the user’s messages) was reconstructed.';

/** A recorded number of tokens; null for 0 and for anything but a count. */
function positive(value: unknown): number | null {
  const tokens = countOf(value);
  return tokens === null || tokens === 0 ? null : tokens;
}
