/**
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 * OpenTelemetry traces and logs of LLM applications as OTLP JSON: a document, an array of payloads,
 * or the collector's file exporter with one a line. Each convention has a file in `otlp/`.
 */
import type { Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { CallSessions } from './calls/call-sessions';
import { defineImporter, type ImportContext, type ImportError, type TraceReader } from './importer';
import { listOf } from './loose-json';
import { isPayload, payloadLists, PayloadReader } from './otlp/payload';
import { SpanTable } from './otlp/span-table';
import { takeCalls } from './otlp/take-calls';

const id = 'otlp';

/** What made the calls, where neither span nor resource says. */
const FRAMEWORK = 'OpenTelemetry';

/** Reads spans and log records of every convention for model calls. */
export const otlp = defineImporter({
  id,
  label: 'OpenTelemetry (OTLP)',
  inputs: ['jsonl', 'json'],
  lists: payloadLists,
  sniff: ({ records }) =>
    records.some((record) => isPayload(record) || listOf(record).some((item) => isPayload(item))),
  start: (context) => new OtlpReader(context),
});

class OtlpReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #table: SpanTable;
  readonly #reader: PayloadReader;
  readonly #sessions: CallSessions;
  /** Place of the payload that is read, until one of its records comes. */
  #begun: number | string | null = null;
  #assembled = false;

  constructor(context: ImportContext) {
    this.#context = context;
    this.#table = new SpanTable(context.receipt);
    this.#reader = new PayloadReader({
      span: (span) => this.#table.span(span),
      log: (log) => this.#table.log(log),
      other: (reason, at) => context.receipt.drop(reason, at),
    });
    this.#sessions = new CallSessions(context, { format: id, agent: FRAMEWORK });
  }

  record(value: Json, at: number | string, list?: string): void {
    if (list === undefined) this.#payload(value, at);
    else if (this.#reader.element(value, at, list)) this.#begun = null;
  }

  end(): Result<void, ImportError> | null {
    this.#close();
    if (!this.#assembled) takeCalls(this.#table, this.#context.receipt, this.#sessions, FRAMEWORK);
    this.#assembled = true;
    if (this.#sessions.count > 0) return this.#sessions.end();
    return {
      ok: false,
      error: {
        code: 'no-sessions',
        message:
          this.#table.spans.size === 0
            ? 'The file holds no span or log record of a model call.'
            : `The file holds ${this.#table.spans.size} spans, none of which is a model call by a known convention.`,
      },
    };
  }

  #payload(value: unknown, at: number | string): void {
    this.#close();
    if (isPayload(value, true)) this.#begun = at;
    else this.#context.receipt.drop('not an OTLP payload', at);
  }

  /** A payload without records is one itself. */
  #close(): void {
    if (this.#begun === null) return;
    this.#context.receipt.drop('payload without spans or log records', this.#begun);
    this.#begun = null;
  }
}
