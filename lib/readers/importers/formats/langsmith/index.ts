/**
 * https://docs.langchain.com/langsmith/run-data-format
 * LangSmith runs: JSON lines or an array as the SDK lists them, the API's `{runs}`, rows of a bulk
 * export with inputs and outputs as JSON text, or the bodies `{post, patch}` that SDKs send.
 */
import type { Json } from '@/lib/engine/session/schema';
import { isRun, readRun, runsIn } from './run';
import { defineImporter, type ImportContext, someRecord } from '../../importer';
import type { CallSource } from '../../mechanisms/calls/session-infos';
import { fieldsOf, listOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';
import { decoded } from '../../mechanisms/messages/json-text';
import { SpanReader } from '../../mechanisms/spans/span-reader';

/**
 * https://docs.langchain.com/langsmith/smith-api/runs/ingest-runs-batch-json
 * Bodies of `POST /runs/batch`, `{post, patch}`: a run is posted when it begins and patched when it
 * ends, in one body or in several. A patch replaces the fields that it has.
 */
/** True for the update of a run, which may have no type. */
const isPatch = (value: unknown): boolean =>
  ['id', 'trace_id', 'dotted_order'].every((name) => textOf(fieldsOf(value)?.[name]) !== null);

/** True for a body, even of runs that are handed over apart from it. */
const isBody = (fields: Fields | null): boolean =>
  fields !== null &&
  !('run_type' in fields) &&
  (Array.isArray(fields['post']) || Array.isArray(fields['patch']));

/** True for a body that holds a run. */
function holdsRun(fields: Fields | null): boolean {
  if (!isBody(fields)) return false;
  return isRun(listOf(fields?.['post'])[0]) || isPatch(listOf(fields?.['patch'])[0]);
}

/** A run or an update, and its place. */
interface PlacedRun {
  readonly run: Fields;
  readonly at: At;
}

/** Joins updates to their runs; hands a run over once it has ended. */
class OpenRuns {
  readonly #open = new Map<string, PlacedRun>();
  readonly #early = new Map<string, PlacedRun[]>();
  readonly #ended = new Set<string>();

  constructor(
    private readonly receipt: ImportContext['receipt'],
    private readonly take: (run: unknown, at: At) => void,
  ) {}

  /** Takes an element of `post`. */
  post(value: unknown, at: At): void {
    const run = fieldsOf(value);
    const id = textOf(run?.['id']);
    if (run === null || id === null || !isRun(run)) return this.take(value, at);
    if (this.#open.has(id) || this.#ended.has(id)) return this.receipt.merge('repeated run', at);
    let whole = run;
    for (const update of this.#early.get(id) ?? []) {
      this.receipt.merge('the update of a run', update.at);
      whole = updated(whole, update.run);
    }
    this.#early.delete(id);
    this.#hold(id, { run: whole, at });
  }

  /** Takes an element of `patch`. */
  patch(value: unknown, at: At): void {
    const run = fieldsOf(value);
    const id = textOf(run?.['id']);
    if (run === null || id === null) return this.receipt.lose('not a run', at);
    const open = this.#open.get(id);
    if (open !== undefined) {
      this.receipt.merge('the update of a run', at);
      return this.#hold(id, { run: updated(open.run, run), at: open.at });
    }
    if (this.#ended.has(id)) return this.receipt.lose('an update after the end of its run', at);
    const early = this.#early.get(id) ?? [];
    early.push({ run, at });
    this.#early.set(id, early);
  }

  /** Hands over the runs that never ended, and updates that are whole runs. */
  flush(): void {
    for (const { run, at } of this.#open.values()) this.take(run, at);
    for (const [first, ...rest] of this.#early.values()) {
      if (first === undefined) continue;
      const whole = rest.reduce((run, update) => updated(run, update.run), first.run);
      if (isRun(whole)) {
        this.take(whole, first.at);
        for (const { at } of rest) this.receipt.merge('the update of a run', at);
      } else {
        for (const { at } of [first, ...rest]) {
          this.receipt.lose('the update of a run that is not in the file', at);
        }
      }
    }
    this.#open.clear();
    this.#early.clear();
  }

  #hold(id: string, placed: PlacedRun): void {
    if (textOf(placed.run['end_time']) === null) {
      this.#open.set(id, placed);
      return;
    }
    this.#open.delete(id);
    this.#ended.add(id);
    this.take(placed.run, placed.at);
  }
}

/** A run with the fields of an update that are not null; `extra` has those of both. */
function updated(run: Fields, update: Fields): Fields {
  const fields = Object.entries(update).filter(([, value]) => value !== null);
  const extra = { ...fieldsOf(decoded(run['extra'])), ...fieldsOf(decoded(update['extra'])) };
  return { ...run, ...Object.fromEntries(fields), extra };
}

const id = 'langsmith';
const FRAMEWORK = 'LangChain';

/** Deepest nesting of runs that is read. */
const MAX_DEPTH = 50;

/** Reads the model calls of LangSmith runs. */
export const langsmith = defineImporter({
  id,
  label: 'LangSmith runs',
  source: 'LangSmith',
  paged: true,
  inputs: ['jsonl', 'json'],
  lists: ['runs[]', 'post[]', 'patch[]'],
  sniff: ({ records }) =>
    someRecord(records, (record) => isRun(record) || holdsRun(fieldsOf(record))) ||
    records.some((record) => isRun(runsIn(fieldsOf(record))?.[0])),
  start: (context) => new LangsmithReader(context, { format: id, agent: FRAMEWORK }),
});

class LangsmithReader extends SpanReader {
  readonly #open: OpenRuns;

  constructor(context: ImportContext, source: CallSource) {
    super(context, source);
    this.#open = new OpenRuns(context.receipt, (run, at) => this.#run(run, at));
  }

  record(value: Json, at: At, list?: string): void {
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

  protected override nothing(): string {
    return 'The file holds no run of a model.';
  }

  /** Takes a run and those nested in it. */
  #run(value: unknown, at: At, depth = 0): void {
    const fields = fieldsOf(value);
    const run = fields && isRun(fields) ? readRun(fields, at) : null;
    if (fields === null || run === null) return this.context.receipt.lose('not a run', at);
    this.table.known(run, 'repeated run', `run of type ${textOf(fields['run_type']) ?? 'unknown'}`);
    const children = depth < MAX_DEPTH ? listOf(decoded(fields['child_runs'])) : [];
    for (const [i, child] of children.entries()) {
      this.#run(child, `${at}.child_runs[${i}]`, depth + 1);
    }
  }
}
