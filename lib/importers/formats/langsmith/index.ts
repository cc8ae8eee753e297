/**
 * https://docs.langchain.com/langsmith/run-data-format
 * LangSmith runs: JSON lines or an array as the SDK lists them, the API's `{runs}`, rows of a bulk
 * export with inputs and outputs as JSON text, or the bodies `{post, patch}` that SDKs send.
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter, type ImportContext } from '../../importer';
import { holdsRun, isBody, OpenRuns } from './open-runs';
import { isRun, readRun, runsIn } from './run';
import { fieldsOf, listOf } from '../../mechanisms/loose-json';
import { decoded } from '../../mechanisms/messages/json-text';
import type { CallSource } from '../../mechanisms/calls/session-infos';
import { SpanReader } from '../../mechanisms/spans/span-reader';

const id = 'langsmith';
const FRAMEWORK = 'LangChain';

/** Deepest nesting of runs that is read. */
const MAX_DEPTH = 50;

/** Reads the model calls of LangSmith runs. */
export const langsmith = defineImporter({
  id,
  label: 'LangSmith runs',
  source: 'LangSmith',
  inputs: ['jsonl', 'json'],
  lists: ['runs[]', 'post[]', 'patch[]'],
  sniff: ({ records }) =>
    records.some((record) => {
      const inside = runsIn(fieldsOf(record));
      return (
        isRun(record) ||
        isRun(listOf(record)[0]) ||
        (inside !== null && isRun(inside[0])) ||
        holdsRun(fieldsOf(record)) ||
        holdsRun(fieldsOf(listOf(record)[0]))
      );
    }),
  start: (context) => new LangsmithReader(context, { format: id, agent: FRAMEWORK }),
});

class LangsmithReader extends SpanReader {
  readonly #open: OpenRuns;

  constructor(context: ImportContext, source: CallSource) {
    super(context, source);
    this.#open = new OpenRuns(context.receipt, (run, at) => this.#run(run, at));
  }

  record(value: Json, at: number | string, list?: string): void {
    if (list === 'post[]') return this.#open.post(value, at);
    if (list === 'patch[]') return this.#open.patch(value, at);
    const fields = fieldsOf(value);
    // The runs of an answer or of a body follow it.
    if (list !== undefined || (runsIn(fields) === null && !isBody(fields))) this.#run(value, at);
  }

  protected override close(): void {
    this.#open.flush();
    super.close();
  }

  protected nothing(): string {
    return 'The file holds no run of a model.';
  }

  /** Takes a run and those nested in it. */
  #run(value: unknown, at: number | string, depth = 0): void {
    const fields = fieldsOf(value);
    const run = fields && isRun(fields) ? readRun(fields, at) : null;
    if (fields === null || run === null) return this.context.receipt.lose('not a run', at);
    this.table.known(run, 'repeated run', `run of type ${String(fields['run_type'])}`);
    const children = depth < MAX_DEPTH ? listOf(decoded(fields['child_runs'])) : [];
    for (const [i, child] of children.entries()) {
      this.#run(child, `${at}.child_runs[${i}]`, depth + 1);
    }
  }
}
