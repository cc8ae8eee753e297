/**
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 * OpenTelemetry traces and logs of LLM applications as OTLP JSON: a document, an array of payloads,
 * or the collector's file exporter with one a line. Each convention has a file in `otlp/`.
 */
import type { Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { CallSessions } from './calls/call-sessions';
import type { RecordedCall } from './calls/recorded-call';
import {
  defineImporter,
  type ImportContext,
  type ImportError,
  type TraceInput,
  type TraceReader,
} from './importer';
import { fieldsOf, listOf } from './loose-json';
import { assemble, recorded } from './otlp/assemble';
import { incompleteCalls } from './otlp/incomplete';
import { isPayload, readPayload } from './otlp/payload';
import { withPrefixes } from './otlp/prefixes';
import { SpanTable } from './otlp/span-table';

const id = 'otlp';

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
    this.#sessions = new CallSessions(context, { format: id, agent: 'OpenTelemetry' });
  }

  record(value: Json, at: number | string): void {
    if (this.#input === 'json') {
      if (!Array.isArray(value)) return this.#payload(value, '', '$');
      for (const [i, item] of listOf(value).entries()) this.#payload(item, `[${i}].`, `[${i}]`);
    } else this.#payload(value, null, at);
  }

  end(): Result<void, ImportError> | null {
    if (!this.#assembled) this.#assemble();
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

  #assemble(): void {
    const table = this.#table;
    const inTime = assemble(table, this.#context.receipt)
      .map((call): RecordedCall => recorded(call, table))
      .sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
    const calls = withPrefixes(inTime);
    const incomplete = incompleteCalls(calls, (message) => table.interner.size(message));
    for (const call of calls) {
      this.#sessions.call(incomplete.has(call) ? withIncomplete(call) : call);
    }
  }
}

function withIncomplete(call: RecordedCall): RecordedCall {
  const message =
    'The text of this request is much shorter than that of its neighbours, its token count is not: attributes were probably cut (OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT).';
  return { ...call, notices: [...(call.notices ?? []), { code: 'request-incomplete', message }] };
}
