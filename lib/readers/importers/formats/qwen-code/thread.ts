import type { SessionBuilder, SessionInfo } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Part, Prefix, Source } from '@/lib/engine/session/schema';
import type { ImportContext } from '../../importer';
import { copiedCall, entryOf, shorten, stepUsage } from '../../mechanisms/session-facts';
import { readInstruction, readTools } from '../../mechanisms/genai';
import { CompressionLog, contentOf } from './compression';
import {
  countOf,
  fieldsOf,
  listOf,
  textOf,
  timeOf,
  type Fields,
} from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';
import { Timeline, type Mark } from '../../mechanisms/timeline';

const API_ERROR = 'qwen-code.api_error';

/** Commands with which the user compresses the history. */
const COMPRESS = /^\/(?:compress|summarize|compact)\b/;

/** One chat, or one sub-agent's: its records in order, with rewinds. */
export class QwenThread {
  readonly #timeline = new Timeline();
  readonly #log = new CompressionLog();
  /** The end of the log after each record. */
  readonly #marks = new Map<string, Mark>();
  #newest: string | null = null;
  #answering = false;
  /** Entries of the log at the newest answer's end: what follows has not been sent yet. */
  #answered = 0;
  /** Place of the newest answer's record where it has calls; null once something follows it. */
  #unanswered: number | string | null = null;
  /** True after the user's command to compress, until the next message. */
  #commanded = false;
  #prefix: Partial<Prefix> = {};
  #title: string | null = null;
  #firstText: string | null = null;
  #agentName: string | null = null;
  #version: string | null = null;
  #forkedFrom: string | null = null;
  #parent: string | null = null;

  constructor(
    private readonly context: ImportContext,
    private readonly id: string,
    private readonly agent: string | null,
  ) {}

  /** Takes the next record and counts it on the receipt. */
  record(record: Fields, at: number | string): void {
    const { receipt } = this.context;
    const id = textOf(record['uuid']);
    if (id !== null && this.#marks.has(id)) return receipt.merge('repeated record', at);
    this.#goBack(textOf(record['parentUuid']));
    this.#version = textOf(record['version']) ?? this.#version;
    this.#agentName = textOf(record['agentName']) ?? this.#agentName;
    const copied = textOf(fieldsOf(record['forkedFrom'])?.['sessionId']);
    this.#forkedFrom ??= copied;
    const type = textOf(record['type']) ?? 'unknown';
    if (type === 'system') this.#event(record, at);
    else if (type === 'assistant') this.#answer(record, at, copied !== null);
    else if (type === 'user' || type === 'tool_result') this.#input(record, at, type);
    else receipt.drop(`not part of a request: ${type.slice(0, 60)}`, at);
    if (id !== null) this.#marks.set(id, this.#timeline.mark());
    this.#newest = id ?? this.#newest;
  }

  /** Takes back what follows a record's parent: the user rewound to it. */
  #goBack(parent: string | null): void {
    if (parent === null || parent === this.#newest) return;
    const mark = this.#marks.get(parent);
    if (mark === undefined || mark.events >= this.#timeline.mark().events) return;
    this.#timeline.rewind(mark);
    const { events } = this.#timeline.mark();
    for (const [id, one] of this.#marks) if (one.events > events) this.#marks.delete(id);
    this.#log.truncate(this.#timeline.entries);
    this.#answered = Math.min(this.#answered, this.#timeline.entries);
    this.#answering = false;
    this.#unanswered = null;
  }

  #answer(record: Fields, at: number | string, copied: boolean): void {
    const time = timeOf(record);
    this.#dropRetried();
    const usage = stepUsage(this.#timeline, record['usageMetadata'], 'gemini', at);
    const real = copied ? (usage.counted?.tokens ?? usage.real) : null;
    this.#timeline.step({
      ...usage,
      ...(typeof real === 'number' && { counted: copiedCall(real) }),
      entries: this.#timeline.entries,
      model: textOf(record['model']),
      window: countOf(record['contextWindowSize']),
      time,
      label: this.#answering ? 'tool-results' : 'user-msg',
    });
    const { parts } = contentOf(record['message'], 'model') ?? { parts: [] };
    if (parts.length > 0) this.#append('model', parts, at, time);
    else this.context.receipt.keep();
    this.#answering = false;
    this.#answered = this.#timeline.entries;
    this.#unanswered = parts.some(({ kind }) => kind === 'call') ? at : null;
  }

  /** An answer with malformed calls was asked for again: the program sends the second one alone. */
  #dropRetried(): void {
    if (this.#unanswered === null || !this.#timeline.retract()) return;
    this.#log.truncate(this.#timeline.entries);
    this.context.receipt.drop('answer that was asked for again', this.#unanswered);
  }

  #input(record: Fields, at: number | string, type: 'user' | 'tool_result'): void {
    const content = contentOf(record['message'], 'user');
    if (content === null || content.parts.length === 0) {
      return this.context.receipt.drop('message without content', at);
    }
    const { parts } = content;
    if (type === 'user') {
      this.#timeline.turn();
      const [first] = parts;
      if (first?.kind === 'text') this.#firstText ??= shorten(first.text);
    }
    this.#answering = type === 'tool_result';
    this.#commanded = false;
    this.#unanswered = null;
    this.#append('user', parts, at, timeOf(record), textOf(record['subtype']));
  }

  #append(
    role: 'user' | 'model',
    parts: readonly Part[],
    at: number | string | null,
    time: string | null,
    label: string | null = null,
  ): void {
    const short = label === null ? null : shorten(label);
    const entry = entryOf(role, parts, at ?? 0, time, short);
    this.#timeline.entry(this.context.store.entry(entry), at);
    this.#log.add(role, parts);
  }

  /** Takes an event; only some concern the requests. */
  #event(record: Fields, at: number | string): void {
    const { receipt } = this.context;
    const payload = fieldsOf(record['systemPayload']);
    const subtype = textOf(record['subtype']) ?? 'unknown';
    switch (subtype) {
      case 'chat_compression':
        return this.#compression(payload, at, timeOf(record));
      case 'custom_title':
        this.#title = shorten(textOf(payload?.['customTitle']) ?? '') ?? this.#title;
        return receipt.merge('name of the session', at);
      case 'parent_session':
        this.#parent = textOf(payload?.['parentSessionId']) ?? this.#parent;
        return receipt.merge('parent of the session', at);
      case 'slash_command':
        this.#commanded = COMPRESS.test(textOf(payload?.['rawCommand']) ?? '');
        return receipt.drop('not part of a request: slash_command', at);
      case 'ui_telemetry':
        return this.#telemetry(fieldsOf(payload?.['uiEvent']), at, timeOf(record));
      case 'agent_bootstrap':
        return this.#bootstrap(payload, at, timeOf(record));
      default:
        return receipt.drop(`not part of a request: ${subtype.slice(0, 60)}`, at);
    }
  }

  #compression(payload: Fields | null, at: number | string, time: string | null): void {
    const end = this.#timeline.entries;
    const unsent = this.#commanded ? end : this.#answered;
    const compaction = this.#log.read(payload, { unsent, end });
    const { receipt } = this.context;
    if (compaction === null) return receipt.drop('compression without a new history', at);
    const trigger = this.#commanded ? 'manual' : 'unknown';
    this.#commanded = false;
    this.#timeline.compaction({ ...compaction, trigger, time });
    receipt.keep();
  }

  /** A call that failed is only in the telemetry; one that was too long is a rejected step. */
  #telemetry(event: Fields | null, at: number | string, time: string | null): void {
    const text = textOf(event?.['error_message']) ?? textOf(event?.['error']) ?? '';
    const refusal = readRefusal(text);
    const outcome = refusal === null ? this.#failed(event) : { ...refusal, rejected: true };
    if (outcome === null) {
      return this.context.receipt.drop('not part of a request: ui_telemetry', at);
    }
    this.#timeline.step({
      ...outcome,
      entries: this.#timeline.entries,
      model: textOf(event?.['model']),
      time,
      label: this.#answering ? 'tool-results' : 'user-msg',
    });
    this.context.receipt.keep();
  }

  /** An error of the provider on a request of the chat itself: a step without usage; null for another event. */
  #failed(event: Fields | null): { readonly reported: false } | null {
    const prompt = textOf(event?.['prompt_id']) ?? '';
    const isOwn = this.agent === null && prompt.startsWith(`${this.id}########`);
    return event?.['event.name'] === API_ERROR && isOwn ? { reported: false } : null;
  }

  /** The history that a sub-agent was begun with. */
  #bootstrap(payload: Fields | null, at: number | string, time: string | null): void {
    const system = payload?.['systemInstruction'];
    const parts = system === undefined ? [] : readInstruction(plain(system));
    if (parts.length > 0) this.#prefix = { ...this.#prefix, system: parts };
    const declared = listOf(payload?.['tools']).filter((tool) => fieldsOf(tool) !== null);
    if (declared.length > 0) {
      const tools = readTools(plain([{ functionDeclarations: declared }]));
      this.#prefix = { ...this.#prefix, tools };
    }
    let place: number | string | null = at;
    for (const value of listOf(payload?.['history'])) {
      const content = contentOf(value, 'user');
      if (content === null || content.parts.length === 0) continue;
      this.#append(content.role, content.parts, place, time);
      place = null;
    }
    if (place !== null) this.context.receipt.keep();
  }

  /** The sessions of the thread; counts its records. */
  *sessions(): Generator<SessionDraft, void, void> {
    const prepare = (builder: SessionBuilder): void => builder.prefix(this.#prefix);
    const words = { name: 'rewound', lane: 'rewind' };
    yield* this.#timeline.sessions(this.context, this.#info(), prepare, words);
  }

  #info(): SessionInfo {
    return {
      name: this.#title ?? this.#firstText ?? this.#agentName ?? 'Qwen Code',
      thoughts: 'stripped',
      source: {
        format: 'qwen-code',
        file: this.context.file,
        agent: 'Qwen Code',
        agentVersion: this.#version,
        sessionId: this.id,
        lane: this.agent ?? 'main',
        parent: this.#parentLink(),
      },
    };
  }

  #parentLink(): Source['parent'] {
    if (this.agent !== null) return { sessionId: this.id, lane: 'main', relation: 'subagent' };
    if (this.#forkedFrom !== null && this.#forkedFrom !== this.id) {
      return { sessionId: this.#forkedFrom, lane: 'main', relation: 'branch' };
    }
    const sessionId = this.#parent;
    return sessionId === null ? null : { sessionId, lane: 'main', relation: 'subagent' };
  }
}
