/**
 * https://docs.langchain.com/langsmith/run-data-format
 * LangSmith runs: JSON lines or an array as the SDK lists them, the API's `{runs}`, or rows of a
 * bulk export with inputs and outputs as JSON text.
 */
import { err, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { CallSessions } from './calls/call-sessions';
import { defineImporter, type ImportContext, type ImportError, type TraceReader } from './importer';
import { isRun, readRun, runsIn } from './langsmith/run';
import { fieldsOf, listOf } from './loose-json';
import { decoded } from './messages/json-text';
import { SpanTable } from './otlp/span-table';
import { takeCalls } from './otlp/take-calls';

const id = 'langsmith';
const FRAMEWORK = 'LangChain';

/** Nested runs below this are left out. */
const MAX_DEPTH = 50;

/** Reads the model calls of LangSmith runs. */
export const langsmith = defineImporter({
  id,
  label: 'LangSmith runs',
  inputs: ['jsonl', 'json'],
  lists: ['runs[]'],
  sniff: ({ records }) =>
    records.some((record) => {
      const inside = runsIn(fieldsOf(record));
      return isRun(record) || isRun(listOf(record)[0]) || (inside !== null && isRun(inside[0]));
    }),
  start: (context) => new LangsmithReader(context),
});

class LangsmithReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #table: SpanTable;
  readonly #sessions: CallSessions;
  #ended = false;

  constructor(context: ImportContext) {
    this.#context = context;
    this.#table = new SpanTable(context.receipt);
    this.#sessions = new CallSessions(context, { format: id, agent: FRAMEWORK });
  }

  record(value: Json, at: number | string, list?: string): void {
    // The runs of an answer follow it.
    if (list !== undefined || runsIn(fieldsOf(value)) === null) this.#run(value, at);
  }

  end(): Result<void, ImportError> | null {
    const { receipt } = this.#context;
    if (!this.#ended) takeCalls(this.#table, receipt, this.#sessions, FRAMEWORK);
    this.#ended = true;
    if (this.#sessions.count > 0) return this.#sessions.end();
    return err({ code: 'no-sessions', message: 'The file holds no run of a model.' });
  }

  /** A run and those nested in it. */
  #run(value: unknown, at: number | string, depth = 0): void {
    const fields = fieldsOf(value);
    const run = fields && isRun(fields) ? readRun(fields, at) : null;
    if (fields === null || run === null) return this.#context.receipt.drop('not a run', at);
    this.#table.known(run, 'repeated run', `run of type ${String(fields['run_type'])}`);
    const children = depth < MAX_DEPTH ? listOf(decoded(fields['child_runs'])) : [];
    for (const [i, child] of children.entries()) {
      this.#run(child, `${at}.child_runs[${i}]`, depth + 1);
    }
  }
}
