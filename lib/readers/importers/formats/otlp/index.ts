/**
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 * OpenTelemetry traces and logs of LLM applications as OTLP JSON: a document, an array of payloads,
 * or the collector's file exporter with one per line. Each convention has a file in `otlp/`.
 */
import { geminiCliEvent, geminiCliRecords } from '../../mechanisms/spans/gemini-cli-event';
import type { Json } from '@/lib/engine/session/schema';
import { handPieces, listTree } from '../../document-lists';
import { defineImporter, type TraceReader } from '../../importer';
import { fieldsOf, listOf, type Fields, type At } from '../../mechanisms/loose-json';
import {
  isPayload,
  isResource,
  payloadLists,
  readLog,
  readSpan,
  resourceOf,
  scopeOf,
} from './payload';
import { SpanReader } from '../../mechanisms/spans/span-reader';

const id = 'otlp';

/** Agent's name if neither span nor resource names one. */
const FRAMEWORK = 'OpenTelemetry';

/** Reads spans and log records of every convention for model calls. */
export const otlp = defineImporter({
  id,
  label: 'OpenTelemetry (OTLP)',
  source: 'OpenTelemetry',
  inputs: ['jsonl', 'json'],
  lists: payloadLists,
  sniff: ({ records }) =>
    records.some((record) => isTrace(record) || listOf(record).some((item) => isTrace(item))) &&
    !records.some(isGeminiCli),
  start: (context) => new OtlpReader(context, { format: id, agent: FRAMEWORK }),
});

const isTrace = (value: unknown): boolean => isPayload(value) || isResource(value);

/** Gemini CLI's own events hold whole requests, and counts where it logs no prompts. */
const isGeminiCli = (value: unknown): boolean =>
  geminiCliRecords(value).some((record) => geminiCliEvent(record) !== null);

const payloadTree = listTree(payloadLists);

class OtlpReader extends SpanReader {
  /** Attributes of the resource, and name of the scope, of the records that follow. */
  #resource: Fields = {};
  #scope = '';
  /** Place of the payload being read, until one of its records comes. */
  #begun: At | null = null;

  record(value: Json, at: At, list?: string): void {
    const [resources, scopes, records] = (list ?? '').split('[]');
    if (resources === '' && isResource(value)) this.#alone(value, at);
    else if (resources === '') this.#payload(value, at);
    else if (scopes === '') this.#resource = resourceOf(value);
    else if (records === '') this.#scope = scopeOf(value);
    else if (records === '.spans') this.#span(value, at);
    else this.#log(value, at);
  }

  /** A resource without its payload. */
  #alone(value: Json, at: At): void {
    const name = 'scopeSpans' in (fieldsOf(value) ?? {}) ? 'resourceSpans' : 'resourceLogs';
    const take: TraceReader['record'] = (piece, place, list) => this.record(piece, place, list);
    handPieces(payloadTree, { [name]: [value] }, at, undefined, take);
  }

  #span(value: Json, at: At): void {
    this.#begun = null;
    const span = readSpan(value, at, this.#resource, this.#scope);
    if (span === null) this.context.receipt.lose('not a span', at);
    else this.table.span(span);
  }

  #log(value: Json, at: At): void {
    this.#begun = null;
    const log = readLog(value, at, this.#resource, this.#scope);
    if (log === null) this.context.receipt.lose('not a log record', at);
    else this.table.log(log);
  }

  protected override close(): void {
    this.#close();
    super.close();
  }

  #payload(value: unknown, at: At): void {
    this.#close();
    if (isPayload(value, { metrics: true })) this.#begun = at;
    else this.context.receipt.lose('not an OTLP payload', at);
  }

  /** Counts a payload without records as one record. */
  #close(): void {
    if (this.#begun === null) return;
    this.context.receipt.drop('payload without spans or log records', this.#begun);
    this.#begun = null;
  }
}
