/**
 * https://langfuse.com/docs/api-and-data-platform/features/export-from-ui
 * Langfuse traces: the download of the user interface, the API's trace with its observations, and
 * batch exports with an observation a row.
 */
import { err, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { CallSessions } from './calls/call-sessions';
import { defineImporter, type ImportContext, type ImportError, type TraceReader } from './importer';
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
  lists: ['observations[]'],
  sniff: ({ records }) =>
    records.some((record) => {
      const [first] = listOf(record);
      return isTrace(record) || isObservation(record) || isTrace(first) || isObservation(first);
    }),
  start: (context) => new LangfuseReader(context),
});

class LangfuseReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #table: SpanTable;
  readonly #sessions: CallSessions;
  /** What is said of all observations that follow; null where they say it themselves. */
  #trace: Fields | null = null;
  #ended = false;

  constructor(context: ImportContext) {
    this.#context = context;
    this.#table = new SpanTable(context.receipt);
    this.#sessions = new CallSessions(context, { format: id, agent: FRAMEWORK });
  }

  record(value: Json, at: number | string, list?: string): void {
    if (list !== undefined) {
      const trace = this.#trace ?? {};
      return this.#observation(fieldsOf(value), at, trace, textOf(trace['id']));
    }
    const fields = fieldsOf(value);
    this.#trace = null;
    if (fields === null) this.#context.receipt.drop('not an observation', at);
    // The observations of a trace follow it.
    else if (observationsIn(fields) !== null) this.#trace = fieldsOf(fields['trace']) ?? fields;
    else if (isObservation(fields)) this.#observation(fields, at, fields, null);
    else this.#context.receipt.drop('not an observation', at);
  }

  end(): Result<void, ImportError> | null {
    const { receipt } = this.#context;
    if (!this.#ended) takeCalls(this.#table, receipt, this.#sessions, FRAMEWORK);
    this.#ended = true;
    if (this.#sessions.count > 0) return this.#sessions.end();
    return err({ code: 'no-sessions', message: 'The file holds no generation of a model.' });
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
