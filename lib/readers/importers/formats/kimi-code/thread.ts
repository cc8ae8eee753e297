import { joinedTexts } from '../../mechanisms/messages/parts';
import type { SessionBuilder, SessionInfo } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Prefix, RecordedCompaction, Tool } from '@/lib/engine/session/schema';
import { normalizeUsage, usageRecord } from '@/lib/engine/tokens/usage/normalize-usage';
import type { ImportContext } from '../../importer';
import { rangesOf } from '../../mechanisms/item-index';
import {
  countOf,
  fieldsOf,
  isoOf,
  numberOf,
  textOf,
  type Fields,
} from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';
import { readChatTools } from '../../mechanisms/messages/openai-chat';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';
import { shorten } from '../../mechanisms/session-facts';
import { Timeline } from '../../mechanisms/timeline';
import { readMessage } from './contents';
import { KimiFold } from './fold';
import { prefixTokens } from './tokens';
import { isShortened, keptOf, summaryOf, undoCut } from './history';

/** Fate of a record that its entry counts. */
const ENTRY = 'entry';
const PART = 'part of an answer';
const COUNTS = 'counts of a call';
const PREFIX = 'prompt and tools';

/** An old result that is blanked has at least so many tokens. */
const BLANKED = 100;

/** The log of one agent. */
export class KimiThread {
  readonly #agent: string;
  readonly #timeline = new Timeline();
  readonly #fold: KimiFold;
  readonly #tools = new Map<string, readonly Tool[]>();
  #prefix: Partial<Prefix> = {};
  #model: string | null = null;
  #trigger: RecordedCompaction['trigger'] = 'unknown';
  #title: string | null = null;

  constructor(
    private readonly context: ImportContext,
    private readonly id: string,
    agent: string | null,
  ) {
    this.#agent = agent ?? 'main';
    this.#fold = new KimiFold(context, this.#timeline);
  }

  /** Takes the next record and counts it on the receipt. */
  record(type: string, record: Fields, at: number | string): void {
    const { receipt } = this.context;
    const fate = this.#take(type, record, at, isoOf(record['time']));
    if (fate === null) receipt.drop(`not part of a request: ${type.slice(0, 60)}`, at);
    else if (fate !== ENTRY) receipt.merge(fate, at);
  }

  /** What became of a record; null for one outside of every request. */
  #take(type: string, record: Fields, at: number | string, time: string | null): string | null {
    switch (type) {
      case 'metadata':
        return 'begin of the log';
      case 'config.update':
      case 'profile.bind':
        return this.#system(record['systemPrompt']) ? PREFIX : null;
      case 'llm.tools_snapshot':
        this.#tools.set(textOf(record['hash']) ?? '', readChatTools(record['tools']) ?? []);
        return PREFIX;
      case 'llm.request':
        return this.#request(record);
      case 'context.append_message':
        return this.#message(fieldsOf(record['message']), at, time);
      case 'context.append_loop_event':
        return this.#event(fieldsOf(record['event']) ?? {}, at, time);
      case 'usage.record':
        return this.#counts(record);
      case 'turn.step.interrupted':
        return this.#failed(textOf(record['message']));
      case 'turn.ended':
        return this.#failed(textOf(fieldsOf(record['error'])?.['message']));
      default:
        return this.#change(type, record, at, time);
    }
  }

  /** Records that change the history. */
  #change(type: string, record: Fields, at: number | string, time: string | null): string | null {
    switch (type) {
      case 'full_compaction.begin':
        this.#trigger = triggerOf(record['source']);
        return 'part of a compaction';
      case 'full_compaction.complete':
        return 'part of a compaction';
      case 'context.apply_compaction':
        return this.#compaction(record, at, time);
      case 'micro_compaction.apply':
        return this.#blank(numberOf(record['cutoff']) ?? 0, time);
      case 'context.clear':
        this.#fold.settle();
        this.#timeline.compaction({ kind: 'summary', trigger: 'manual', time });
        this.#fold.history = [];
        return 'the user cleared the context';
      case 'context.undo':
        return this.#undo(numberOf(record['count']) ?? 0);
      default:
        return null;
    }
  }

  #system(value: unknown): boolean {
    const text = textOf(value);
    if (text !== null) this.#prefix = { ...this.#prefix, system: [{ kind: 'text', text }] };
    return text !== null;
  }

  /** A request's facts; those of a summary are of no step. */
  #request(record: Fields): string {
    if (record['kind'] === 'compaction') return 'request for a summary';
    this.#model = textOf(record['model']) ?? this.#model;
    this.#system(record['systemPrompt']);
    const tools = this.#tools.get(textOf(record['toolsHash']) ?? '');
    if (tools !== undefined) this.#prefix = { ...this.#prefix, tools };
    const { open } = this.#fold;
    if (open !== null) open.step = { ...open.step, model: this.#model };
    return 'facts about a request';
  }

  #message(message: Fields | null, at: number | string, time: string | null): string | null {
    if (message === null) return null;
    const kind = textOf(fieldsOf(message['origin'])?.['kind']) ?? 'user';
    if (message['role'] === 'user' && kind === 'user') {
      this.#title ??= shorten(joinedTexts(readMessage(message, this.#fold.names)));
    }
    return this.#fold.append(message, at, time) ? ENTRY : null;
  }

  #event(event: Fields, at: number | string, time: string | null): string | null {
    switch (event['type']) {
      case 'step.begin':
        this.#fold.begin(textOf(event['uuid']), at, time, { model: this.#model });
        return ENTRY;
      case 'content.part':
      case 'tool.call':
        return this.#fold.add(event) ? PART : null;
      case 'tool.result':
        return this.#fold.result(event, at, time) ? ENTRY : null;
      case 'step.end':
        return this.#ended(event);
      default:
        return null;
    }
  }

  #ended(event: Fields): string {
    const reason = textOf(event['finishReason']);
    this.#usage(event['usage']);
    const { open } = this.#fold;
    if (open !== null && (reason === 'interrupted' || reason === 'error')) {
      open.step = { ...open.step, reported: false, label: open.step.label ?? reason };
      return PART;
    }
    if (open !== null && reason === 'max_tokens') {
      open.step = { ...open.step, lengthStop: true };
    }
    this.#fold.settle();
    return PART;
  }

  /** Counts of a call of the turn; others are a summary's or of another purpose. */
  #counts(record: Fields): string {
    if (record['usageScope'] !== 'turn') return 'counts of a call beside the session';
    this.#usage(record['usage']);
    return COUNTS;
  }

  #usage(value: unknown): void {
    const { open } = this.#fold;
    const { real, counts, flags } = normalizeUsage(value, 'kimi');
    if (open === null || real === null) return;
    if (flags.length > 0) this.#timeline.notice('usage-absurd', ABSURD, open.at);
    open.step = { ...open.step, real, ...counts, usage: plain(usageRecord(value)) };
  }

  /** The newest answer failed; null if its error says nothing about the request. */
  #failed(message: string | null): string | null {
    const { open } = this.#fold;
    const refusal = message === null ? null : readRefusal(message);
    if (open === null || refusal === null || open.parts.length > 0) return null;
    const { label: _label, reported: _reported, ...step } = open.step;
    open.step = { ...step, ...refusal, rejected: true };
    return 'end of a refused request';
  }

  #compaction(record: Fields, at: number | string, time: string | null): string {
    this.#fold.settle();
    const kept = keptOf(this.#fold.history, record);
    const entries = kept.map(({ entry }) => entry).filter((entry) => entry >= 0);
    const text = summaryOf(record);
    this.#timeline.compaction({
      kind: 'summary',
      trigger: this.#trigger,
      summary: text === '' ? [] : [{ kind: 'text', text }],
      kept: rangesOf(entries),
      preTokens: countOf(record['tokensBefore']),
      postTokens: countOf(record['tokensAfter']),
      time,
    });
    if (isShortened(record)) this.#timeline.notice('kept-shortened', SHORTENED, at);
    this.#trigger = 'unknown';
    const mark = this.#timeline.mark();
    const summary = { entry: -1, mark, origin: null, role: 'summary', tokens: 0 } as const;
    const first = record['keptUserMessageCount'] === undefined || record['legacyTail'] === true;
    this.#fold.history = first ? [summary, ...kept] : [...kept, summary];
    return 'compaction';
  }

  /** Old results are blanked: those of some size before a place of the history. */
  #blank(cutoff: number, time: string | null): string {
    this.#fold.settle();
    const elided = this.#fold.history
      .slice(0, Math.max(0, cutoff))
      .filter(({ role, tokens }) => role === 'tool' && tokens >= BLANKED)
      .map(({ entry }) => entry);
    this.#timeline.compaction({ kind: 'elision', trigger: 'auto', elided, time });
    return 'compaction';
  }

  #undo(count: number): string {
    this.#fold.settle();
    const cut = undoCut(this.#fold.history, count);
    const place = this.#fold.history[cut];
    if (place === undefined) return 'nothing to undo';
    this.#timeline.rewind(place.mark);
    this.#fold.history.splice(cut);
    return 'the user took turns back';
  }

  /** The sessions of the log; counts its entries. */
  *sessions(): Generator<SessionDraft, void, void> {
    this.#fold.settle();
    const { file } = this.context;
    const { id: sessionId } = this;
    const lane = this.#agent;
    const parent = { sessionId, lane: 'main', relation: 'subagent' } as const;
    const info: SessionInfo = {
      name: this.#title ?? 'Kimi Code',
      source: {
        format: 'kimi-code',
        file,
        agent: 'Kimi Code',
        sessionId,
        lane,
        parent: lane === 'main' ? null : parent,
      },
    };
    const length = 4 * prefixTokens(this.#prefix);
    const prepare = (builder: SessionBuilder): void => builder.prefix({ ...this.#prefix, length });
    const words = { name: 'undone', lane: 'undone' };
    yield* this.#timeline.sessions(this.context, info, prepare, words);
  }
}

const triggerOf = (source: unknown): RecordedCompaction['trigger'] =>
  source === 'auto' || source === 'manual' ? source : 'unknown';

const ABSURD = 'The usage record holds a negative, fractional or impossibly large number; ignored.';
const SHORTENED =
  'A compaction shortened the kept messages at its bounds; each counts as kept whole, or not at all.';
