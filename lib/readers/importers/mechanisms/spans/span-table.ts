import { textHash } from '@/lib/engine/base/text-hash';
import { textOf, type Fields } from '../loose-json';
import type { ImportContext } from '../../importer';
import { agentIn, reasonOf, conversationIn } from './conversation';
import { Attributes } from './attributes';
import { compactionsIn, type ReportedCompaction } from './compactions';
import { conventionOf } from './conventions';
import { DETAILS, readGenAi } from './genai';
import { Interner } from './interner';
import { isMessageEvent, readMessageEvents } from './message-events';
import { joined, type Reading, type LogRecord, type Span, type SpanEvent } from './reading';

/** Facts of a span kept until the trace is over. */
export interface KnownSpan extends Pick<
  Span,
  'at' | 'traceId' | 'spanId' | 'parentId' | 'name' | 'start' | 'failure'
> {
  readonly order: number;
  readonly conversation: string | null;
  readonly agent: string | null;
  /** The service named by the resource. */
  readonly service: string | null;
  /** Its model call; null for a span without one. */
  readonly reading: Reading | null;
  /** The compactions that its events report. */
  readonly compactions?: readonly ReportedCompaction[];
}

/** A log record of a model call, until its span is known. */
interface KnownLog extends Pick<LogRecord, 'at' | 'time'> {
  readonly order: number;
  readonly conversation: string | null;
  readonly service: string | null;
  /** Reading of a record that holds a whole call. */
  readonly reading: Reading | null;
  /** A record of one message; read with the others of its span. */
  readonly event: SpanEvent | null;
}

/** Log records of one span. */
export interface LogGroup extends Pick<LogRecord, 'traceId' | 'spanId'> {
  readonly logs: KnownLog[];
}

/** Spans and log records of a trace in any order, each once; texts are stored once. */
export class SpanTable {
  readonly interner = new Interner();
  readonly spans = new Map<string, KnownSpan>();
  readonly groups = new Map<string, LogGroup>();
  /** The first conversation named by any span or log record of a trace. */
  readonly conversations = new Map<string, string>();
  readonly #seen = new Set<string>();
  #order = 0;

  constructor(private readonly receipt: ImportContext['receipt']) {}

  /** Takes a span; model calls are counted on the receipt when the trace is over. */
  span(span: Span): void {
    const key = keyOf(span.traceId, span.spanId);
    if (this.spans.has(key)) return this.receipt.merge('repeated span', span.at);
    const attributes = new Attributes(span.attributes);
    const convention = conventionOf(span, attributes);
    const reading = convention?.read(span, attributes, span.events) ?? null;
    const conversation = this.#conversation(span.traceId, span.attributes, span.resource);
    this.spans.set(key, {
      at: span.at,
      order: this.#order++,
      traceId: span.traceId,
      spanId: span.spanId,
      parentId: span.parentId,
      name: span.name,
      start: span.start,
      conversation,
      agent: agentIn(span.name, span.attributes),
      service: serviceIn(span.resource),
      reading: reading && this.interner.reading(withLeft(reading, span.left)),
      failure: span.failure ?? reading?.failure ?? null,
      compactions: compactionsIn(span.events),
    });
    if (reading === null) this.receipt.drop(reasonOf(span.name, span.attributes), span.at);
  }

  /** Takes a record of another source in place of a span. */
  known(span: Omit<KnownSpan, 'order'>, repeated: string, reason: string): void {
    const key = keyOf(span.traceId, span.spanId);
    if (this.spans.has(key)) return this.receipt.merge(repeated, span.at);
    if (span.conversation !== null && !this.conversations.has(span.traceId)) {
      this.conversations.set(span.traceId, span.conversation);
    }
    const reading = span.reading && this.interner.reading(span.reading);
    this.spans.set(key, { order: this.#order++, ...span, reading });
    if (reading === null) this.receipt.drop(reason, span.at);
  }

  /** Takes a log record; one outside model calls is counted at once. */
  log(log: LogRecord): void {
    const conversation = this.#conversation(log.traceId, log.attributes, log.resource);
    const about = log.name === DETAILS || isMessageEvent(log.name);
    if (!about) return this.receipt.drop('log record without a message', log.at);
    const key = keyOf(log.traceId, log.spanId ?? (log.traceId === null ? `${this.#order}` : null));
    if (this.#repeats(key, log)) return this.receipt.merge('repeated log record', log.at);
    const group = this.groups.get(key) ?? { traceId: log.traceId, spanId: log.spanId, logs: [] };
    this.groups.set(key, group);
    const order = this.#order++;
    const service = serviceIn(log.resource);
    const { at, time } = log;
    group.logs.push({ at, order, time, conversation, service, ...this.#read(log) });
  }

  /** Reads a record of a whole call at once, since it repeats the history. */
  #read(log: LogRecord): Pick<KnownLog, 'reading' | 'event'> {
    if (log.name === DETAILS) {
      const reading = readGenAi(log, new Attributes(log.attributes));
      return { reading: this.interner.reading(reading), event: null };
    }
    const { name, time, attributes, body } = log;
    const held = body === undefined ? undefined : this.interner.value(body);
    const own = this.interner.value(attributes);
    return { reading: null, event: { name, time, attributes: own, body: held } };
  }

  /** True for a repeated record: exporters send a batch again if its answer was lost. */
  #repeats(key: string, { name, time, attributes, body }: LogRecord): boolean {
    const text = JSON.stringify([name, time, attributes, body ?? null]);
    const identity = `${key} ${text.length} ${textHash(text)}`;
    if (this.#seen.has(identity)) return true;
    this.#seen.add(identity);
    return false;
  }

  #conversation(traceId: string | null, attributes: Fields, resource: Fields): string | null {
    const own = conversationIn(attributes) ?? conversationIn(resource);
    if (traceId !== null && own !== null && !this.conversations.has(traceId)) {
      this.conversations.set(traceId, own);
    }
    return own;
  }
}

/** Name of the service; SDKs without a configured name write `unknown_service`. */
function serviceIn(resource: Fields): string | null {
  const name = textOf(resource['service.name']);
  return name === null || name.startsWith('unknown_service') ? null : name;
}

/** The key of a span, and of the log records written inside it. */
export const keyOf = (traceId: string | null, spanId: string | null): string =>
  `${traceId ?? ''}/${spanId ?? ''}`;

function withLeft(reading: Reading, left: number): Reading {
  if (left === 0) return reading;
  const message =
    'The exporter left out attributes or events of the span (its limits were reached): the request may be incomplete.';
  return { ...reading, notices: [...reading.notices, { code: 'attributes-left-out', message }] };
}

/** Order of records with equal times: the system prompt first, the response last. */
function rank({ event }: KnownLog): number {
  if (event?.name === 'gen_ai.system.message') return 0;
  return event?.name === 'gen_ai.choice' ? 2 : 1;
}

/** Facts from the log records of one call, in order of time. */
export function readLogs(logs: readonly KnownLog[]): Reading {
  const ordered = logs.toSorted(
    (a, b) => (a.time ?? 0) - (b.time ?? 0) || rank(a) - rank(b) || a.order - b.order,
  );
  const events = ordered.flatMap(({ event }) => event ?? []);
  const messages = readMessageEvents(events, new Attributes({}));
  return ordered.flatMap(({ reading }) => reading ?? []).reduceRight(joined, messages);
}
