import type { Json } from '@/lib/engine/session/schema';
import { CountedReader, type ImportContext } from '../../importer';
import { countOf, fieldsOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';
import { baseOf, type HistoryBase } from './heritage';
import { CodexReader } from './reader';

/** A rollout of an archive: its thread, and where its history is. */
interface Rollout {
  readonly id: string | null;
  readonly base: HistoryBase | null;
  readonly reader: CodexReader;
  /** Place of its header. */
  readonly at: At;
}

const headerOf = (line: unknown): Fields => fieldsOf(fieldsOf(line)?.['payload']) ?? {};

const idOf = (header: Fields): string | null =>
  textOf(header['id']) ?? textOf(header['session_id']);

/** True if one of these headers is of a fork whose history is in the file of another. */
export function isFork(lines: readonly unknown[]): boolean {
  const headers = lines.map(headerOf);
  const ids = new Set(headers.map(idOf));
  return headers.some((header) => ids.has(baseOf(header)?.thread ?? ''));
}

/**
 * Reads rollouts of which some are forks: such a file begins with a pointer to its thread's, whose lines up to there
 * are read as the fork's own too, each call marked as the other's. The files come twice: headers first.
 */
export class CodexForks extends CountedReader {
  readonly #rollouts = new Map<string, Rollout>();
  #again = false;

  protected take(value: Json, at: At): void {
    const record = fieldsOf(value);
    const name = textOf(record?.['name']) ?? '';
    const line = record?.['value'] as Json;
    const known = this.#rollouts.get(name);
    if (known === undefined) return this.#begin(name, line, at);
    this.#again ||= known.at === at;
    if (!this.#again || known.at === at) return;
    known.reader.record(line, at);
    const fields = fieldsOf(line);
    const ordinal = countOf(fields?.['ordinal']);
    if (fields === null || ordinal === null) return;
    for (const one of this.#rollouts.values()) {
      if (ordinal < this.#endOf(one, known.id)) one.reader.copy(fields, at);
    }
  }

  #begin(name: string, line: Json, at: At): void {
    const session: ImportContext['session'] = (draft) => this.session(draft);
    const reader = new CodexReader({ ...this.context, file: name, session });
    reader.record(line, at);
    const header = headerOf(line);
    this.#rollouts.set(name, { id: idOf(header), base: baseOf(header), reader, at });
  }

  /** The ordinal up to which a thread's lines are of a fork's history, its own or by way of others; 0 for none. */
  #endOf({ base }: Rollout, thread: string | null): number {
    let end = Infinity;
    const seen = new Set<string>();
    for (let next = base; next !== null && !seen.has(next.thread);) {
      end = Math.min(end, next.end);
      if (next.thread === thread) return end;
      seen.add(next.thread);
      const of = next.thread;
      next = [...this.#rollouts.values()].find(({ id }) => id === of)?.base ?? null;
    }
    return 0;
  }

  protected close(): void {
    for (const { reader } of this.#rollouts.values()) reader.end();
  }
}
