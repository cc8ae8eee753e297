/**
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 * OpenTelemetry traces and logs of LLM applications as OTLP JSON: a document, an array of payloads,
 * or the collector's file exporter with one a line. Each convention has a file in `otlp/`.
 */
import type { Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { CallSessions } from './calls/call-sessions';
import {
  defineImporter,
  type ImportContext,
  type ImportError,
  type TraceInput,
  type TraceReader,
} from './importer';
import { fieldsOf, listOf } from './loose-json';
import { isPayload, readPayload } from './otlp/payload';
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
  sniff: ({ records }) =>
    records.some((record) => isPayload(record) || listOf(record).some((item) => isPayload(item))),
  start: (context, input) => new OtlpReader(context, input),
});

class OtlpReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #input: TraceInput;
  readonly #table: SpanTable;
  readonly #sessions: CallSessions;
  #assembled = false;

  constructor(context: ImportContext, input: TraceInput) {
    this.#context = context;
    this.#input = input;
    this.#table = new SpanTable(context.receipt);
    this.#sessions = new CallSessions(context, { format: id, agent: FRAMEWORK });
  }

  record(value: Json, at: number | string): void {
    if (this.#input === 'json') {
      if (!Array.isArray(value)) return this.#payload(value, '', '$');
      for (const [i, item] of listOf(value).entries()) this.#payload(item, `[${i}].`, `[${i}]`);
    } else this.#payload(value, null, at);
  }

  end(): Result<void, ImportError> | null {
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

  /** `path` is the place inside a document; null for a line, which names all its records. */
  #payload(value: unknown, path: string | null, at: number | string): void {
    const { receipt } = this.#context;
    const payload = fieldsOf(value);
    if (payload === null || !isPayload(payload, true)) {
      return receipt.drop('not an OTLP payload', at);
    }
    let records = 0;
    const place = (inside: string): number | string => (path === null ? at : inside);
    readPayload(payload, path ?? '', {
      span: (span) => {
        records++;
        this.#table.span({ ...span, at: place(`${span.at}`) });
      },
      log: (log) => {
        records++;
        this.#table.log({ ...log, at: place(`${log.at}`) });
      },
      other: (reason, inside) => {
        records++;
        receipt.drop(reason, place(inside));
      },
    });
    if (records === 0) receipt.drop('payload without spans or log records', at);
  }
}
