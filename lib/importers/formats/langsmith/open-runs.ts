/**
 * https://docs.langchain.com/langsmith/smith-api/runs/ingest-runs-batch-json
 * Bodies of `POST /runs/batch`, `{post, patch}`: a run is posted when it begins and patched when it
 * ends, in one body or in several. A patch replaces the fields that it has.
 */
import type { ImportContext } from '../../importer';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { decoded } from '../../mechanisms/messages/json-text';
import { isRun } from './run';

/** True for the update of a run, which may have no type. */
const isPatch = (value: unknown): boolean =>
  ['id', 'trace_id', 'dotted_order'].every((name) => textOf(fieldsOf(value)?.[name]) !== null);

/** True for a body, even of runs that are handed over apart from it. */
export const isBody = (fields: Fields | null): boolean =>
  fields !== null &&
  !('run_type' in fields) &&
  (Array.isArray(fields['post']) || Array.isArray(fields['patch']));

/** True for a body that holds a run. */
export function holdsRun(fields: Fields | null): boolean {
  if (!isBody(fields)) return false;
  return isRun(listOf(fields?.['post'])[0]) || isPatch(listOf(fields?.['patch'])[0]);
}

/** A run or an update, and its place. */
interface Placed {
  readonly run: Fields;
  readonly at: number | string;
}

/** Joins updates to their runs; hands a run over once it has ended. */
export class OpenRuns {
  readonly #open = new Map<string, Placed>();
  readonly #early = new Map<string, Placed[]>();
  readonly #ended = new Set<string>();

  constructor(
    private readonly receipt: ImportContext['receipt'],
    private readonly take: (run: unknown, at: number | string) => void,
  ) {}

  /** Takes an element of `post`. */
  post(value: unknown, at: number | string): void {
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
  patch(value: unknown, at: number | string): void {
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

  #hold(id: string, placed: Placed): void {
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
