import {
  countOf,
  fieldsOf,
  millisecondsOf,
  textOf,
  type Fields,
} from '../../mechanisms/loose-json';

/** The longest pause inside a history that is copied into a new file, in milliseconds. */
const PAUSE = 250;

/**
 * Recognises the copy of a parent's history that a fork or a sub-agent may begin with. The copy is
 * part of its context, but its calls are the parent's. Evidence, in this order: the ordinal that
 * the header names as the first own one; turns older than the thread, by their ids, which hold their
 * time, or else by the second in which they began; lines older than the thread; else the pace: a copy
 * is written in one go.
 */
export class Heritage {
  readonly #born: number;
  readonly #firstOwn: number | null;
  #copies: boolean;
  #before = NaN;
  #byTurn = false;

  constructor(header: Fields, line: Fields) {
    this.#born = bornAt(header, line);
    this.#firstOwn = countOf(header['subagent_history_start_ordinal']);
    const copies = textOf(header['forked_from_id']) !== null || this.#firstOwn !== null;
    // A fork with a base points to its parent's file in place of a copy.
    this.#copies = copies && baseOf(header) === null;
  }

  /** True while the lines may still be the parent's. */
  get copies(): boolean {
    return this.#copies;
  }

  /** Marks the begin of a copy: the header of another thread is in this file. */
  begin(): void {
    this.#copies = true;
  }

  /** True if the line is a copy from the parent; call it once per line, in order. */
  inherits(line: Fields, payload: Fields | null): boolean {
    if (!this.#copies) return false;
    const time = millisecondsOf(line['timestamp']);
    this.#copies = this.#isCopy(line, payload, time);
    this.#before = time;
    return this.#copies;
  }

  #isCopy(line: Fields, payload: Fields | null, time: number): boolean {
    const ordinal = countOf(line['ordinal']);
    if (this.#firstOwn !== null && ordinal !== null) return ordinal < this.#firstOwn;
    const older = this.#isOlderTurn(payload);
    if (older !== null) {
      this.#byTurn = true;
      return older;
    }
    if (this.#byTurn || Number.isNaN(time) || time < this.#born) return true;
    return Number.isNaN(this.#before) || time - this.#before <= PAUSE;
  }

  /** True if the line's turn began before the thread did, null if the line does not say. */
  #isOlderTurn(payload: Fields | null): boolean | null {
    const turn = idTime(textOf(payload?.['turn_id']));
    if (!Number.isNaN(turn)) return turn < this.#born;
    const seconds = countOf(payload?.['started_at']);
    return seconds === null || Number.isNaN(this.#born)
      ? null
      : seconds < Math.floor(this.#born / 1000);
  }
}

/** The lines of another thread's file that a fork's context begins with. */
export interface HistoryBase {
  readonly thread: string;
  /** Ordinal of the first line that is not. */
  readonly end: number;
}

/** Where a fork of Codex 0.170 and later has its history; null for any other thread. */
export function baseOf(header: Fields): HistoryBase | null {
  const base = fieldsOf(header['history_base']);
  const thread = textOf(base?.['thread_id']);
  const end = countOf(base?.['end_ordinal_exclusive']);
  return thread === null || end === null ? null : { thread, end };
}

/** Time at which a thread began: by its id, else by its header. */
function bornAt(header: Fields, line: Fields): number {
  const times = [
    idTime(textOf(header['id'])),
    millisecondsOf(header['timestamp']),
    millisecondsOf(line['timestamp']),
  ];
  return times.find((time) => !Number.isNaN(time)) ?? NaN;
}

/** The time in a UUID of version 7, in milliseconds since 1970; NaN for any other text. */
function idTime(id: string | null): number {
  if (id === null || !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/i.test(id)) return NaN;
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The thread that began this one, and the kind of link; null for an independent session. */
export function parentOf(
  header: Fields,
): { readonly id: string | null; readonly relation: 'subagent' | 'branch' } | null {
  const source = fieldsOf(header['source']);
  const subagent = source?.['subagent'];
  const spawn = fieldsOf(fieldsOf(subagent)?.['thread_spawn']);
  const forked = textOf(header['forked_from_id']);
  const parent = textOf(header['parent_thread_id']) ?? textOf(spawn?.['parent_thread_id']);
  const isAgent = (subagent !== undefined && subagent !== null) || parent !== null;
  if (isAgent) return { id: parent ?? forked, relation: 'subagent' };
  return forked === null ? null : { id: forked, relation: 'branch' };
}

/** Name of a sub-agent: its nickname, its role, or the kind of task it was begun for. */
export function agentName(header: Fields): string | null {
  const subagent = fieldsOf(header['source'])?.['subagent'];
  const spawn = fieldsOf(fieldsOf(subagent)?.['thread_spawn']);
  return (
    textOf(header['agent_nickname']) ??
    textOf(spawn?.['agent_nickname']) ??
    textOf(spawn?.['agent_role']) ??
    textOf(subagent)
  );
}
