/**
 * https://langfuse.com/docs/api-and-data-platform/features/export-from-ui
 * Langfuse traces: the download of the user interface, the API's trace with its observations, and
 * batch exports with an observation a row.
 */
import { err, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { CallSessions } from './calls/call-sessions';
import {
  defineImporter,
  type ImportContext,
  type ImportError,
  type TraceInput,
  type TraceReader,
} from './importer';
import { isObservation, isTrace, observationsIn, readObservation } from './langfuse/observation';
import { fieldsOf, listOf, textOf, type Fields } from './loose-json';
import { SpanTable } from './otlp/span-table';
import { takeCalls } from './otlp/take-calls';

const id = 'langfuse';
const FRAMEWORK = 'Langfuse';

/** Reads the generations of Langfuse traces. */
export const langfuse = defineImporter({
  id,
  label: 'Langfuse export',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) =>
    records.some((record) => {
      const [first] = listOf(record);
      return isTrace(record) || isObservation(record) || isTrace(first) || isObservation(first);
    }),
  start: (context, input) => new LangfuseReader(context, input),
});

class LangfuseReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #input: TraceInput;
  readonly #table: SpanTable;
  readonly #sessions: CallSessions;
  #ended = false;

  constructor(context: ImportContext, input: TraceInput) {
    this.#context = context;
    this.#input = input;
    this.#table = new SpanTable(context.receipt);
    this.#sessions = new CallSessions(context, { format: id, agent: FRAMEWORK });
  }

  record(value: Json, at: number | string): void {
    const list = this.#input === 'json' && Array.isArray(value) ? listOf(value) : null;
    if (list === null) this.#item(value, at, this.#input === 'json' ? '' : `${at}: `);
    else for (const [i, item] of list.entries()) this.#item(item, `[${i}]`, `[${i}].`);
  }

  end(): Result<void, ImportError> | null {
    const { receipt } = this.#context;
    if (!this.#ended) takeCalls(this.#table, receipt, this.#sessions, FRAMEWORK);
    this.#ended = true;
    if (this.#sessions.count > 0) return this.#sessions.end();
    return err({ code: 'no-sessions', message: 'The file holds no generation of a model.' });
  }

  /** A trace with its observations, or one observation. */
  #item(value: unknown, at: number | string, path: string): void {
    const fields = fieldsOf(value);
    const observations = fields && observationsIn(fields);
    if (fields === null || (observations === null && !isObservation(fields))) {
      this.#context.receipt.drop('not an observation', at);
    } else if (observations === null) this.#observation(fields, at, fields, null);
    else {
      const trace = fieldsOf(fields['trace']) ?? fields;
      for (const [i, item] of observations.entries()) {
        this.#observation(fieldsOf(item), `${path}observations[${i}]`, trace, textOf(trace['id']));
      }
    }
  }

  #observation(
    value: Fields | null,
    at: number | string,
    trace: Fields,
    traceId: string | null,
  ): void {
    const span = value && readObservation(value, at, trace, traceId);
    if (span === null) return this.#context.receipt.drop('not an observation', at);
    const generation = value?.['type'] === 'GENERATION';
    const reason = generation ? 'generation without request and usage' : 'no generation';
    this.#table.known(span, 'repeated observation', reason);
  }
}
