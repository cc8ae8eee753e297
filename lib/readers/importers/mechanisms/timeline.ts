import { SessionBuilder, type SessionInfo, type StepInput } from '@/lib/engine/session/builder';
import type { EntryRef, SessionDraft } from '@/lib/engine/session/draft';
import type { FailedCompaction, Notice, RecordedCompaction } from '@/lib/engine/session/schema';
import type { ImportContext } from '../importer';
import { branchOf, type BranchWords } from './session-facts';
import type { ReceiptBuilder } from '../receipt';

/** Events of a thread, in order. */
type Event =
  | { readonly kind: 'entry'; readonly ref: EntryRef; readonly at: number | string | null }
  | { readonly kind: 'step'; readonly step: StepInput }
  | { readonly kind: 'compaction'; compaction: Partial<RecordedCompaction> }
  | { readonly kind: 'failed'; readonly failed: Partial<FailedCompaction> }
  | { readonly kind: 'notice'; readonly notice: Omit<Notice, 'times'> };

/** A path through the log; its events before `from` belong to the thread it was cut from. */
interface Path {
  readonly events: readonly Event[];
  readonly from: number;
}

/** A point to go back to: the number of events then, and a step's share of the log. */
export interface Mark {
  readonly events: number;
  readonly seen: number;
}

/** Most events that undone stretches may share with their threads, per thread. */
const MOST_SHARED = 5_000_000;

/** A thread's log with rollbacks; becomes one session and one for each undone stretch. */
export class Timeline {
  readonly #events: Event[] = [];
  #entries = 0;
  /** Entries seen by the newest step or compaction: no later step sees fewer. */
  #seen = 0;
  /** Begins of the user's turns, and compactions: targets of a rollback. */
  readonly #turns: Mark[] = [];
  readonly #compactions: Mark[] = [];
  readonly #undone: Path[] = [];
  #shared = 0;
  /** Undone entries of stretches that became no session; another stretch may hold them. */
  readonly #lost: Event[] = [];

  /** Entries of the log. */
  get entries(): number {
    return this.#entries;
  }

  /** True until an event is recorded. */
  get empty(): boolean {
    return this.#events.length === 0 && this.#undone.length === 0;
  }

  /**
   * Appends an entry; returns its position. `at` is null for a further entry of the same record.
   */
  entry(ref: EntryRef, at: number | string | null): number {
    this.#events.push({ kind: 'entry', ref, at });
    return this.#entries++;
  }

  /**
   * Takes the newest entry out of the log: no later request holds it. Its record is the caller's to count.
   * @returns false where a request or a compaction has seen it: it stays
   */
  retract(): boolean {
    const newest = this.#events.findLastIndex(({ kind }) => kind === 'entry');
    if (newest < 0 || this.#seen >= this.#entries) return false;
    this.#events.splice(newest, 1);
    this.#entries--;
    return true;
  }

  /** Marks the next entry as the begin of a user's turn, which rollbacks count. */
  turn(): void {
    this.#turns.push(this.mark());
  }

  /** Adds a call whose request held the first `entries` of the log. */
  step(step: StepInput & { readonly entries: number }): void {
    const entries = Math.min(Math.max(step.entries, this.#seen), this.#entries);
    this.#seen = entries;
    this.#events.push({ kind: 'step', step: { ...step, entries } });
  }

  compaction(compaction: Partial<RecordedCompaction>): void {
    this.#seen = this.#entries;
    const events = this.#events.push({ kind: 'compaction', compaction });
    this.#compactions.push({ events, seen: this.#seen });
  }

  /** Adds a compaction that failed. */
  compactionFailed(failed: Partial<FailedCompaction>): void {
    this.#events.push({ kind: 'failed', failed });
  }

  /** Updates the newest compaction. */
  amend(change: Partial<RecordedCompaction>): void {
    const newest = this.#events[(this.#compactions.at(-1)?.events ?? 0) - 1];
    if (newest?.kind === 'compaction') newest.compaction = { ...newest.compaction, ...change };
  }

  notice(code: string, message: string, at: number | string): void {
    this.#events.push({ kind: 'notice', notice: { code, message, at: [at] } });
  }

  /** Takes back the newest turns of the user, at most to the newest compaction. */
  rollback(turns: number): void {
    const first = this.#turns.at(-Math.max(1, turns)) ?? this.#turns[0];
    if (first !== undefined) this.rewind(first);
  }

  /** The current end of the log, to go back to. */
  mark(): Mark {
    return { events: this.#events.length, seen: this.#seen };
  }

  /** Takes back everything after a mark, at most to the newest compaction. */
  rewind(mark: Mark): void {
    const boundary = this.#compactions.at(-1) ?? { events: 0, seen: 0 };
    const { events: from, seen } = mark.events > boundary.events ? mark : boundary;
    const own = this.#events.splice(from);
    this.#keep(own, from);
    while ((this.#turns.at(-1)?.events ?? -1) >= from) this.#turns.pop();
    for (const { kind } of own) if (kind === 'entry') this.#entries--;
    this.#seen = seen;
  }

  #keep(own: readonly Event[], from: number): void {
    if (own.some(({ kind }) => kind === 'step') && this.#shared + from <= MOST_SHARED) {
      this.#shared += from;
      this.#undone.push({ events: [...this.#events, ...own], from });
      return;
    }
    this.#lost.push(...own);
  }

  #paths(): readonly Path[] {
    return [{ events: this.#events, from: 0 }, ...this.#undone];
  }

  /**
   * The thread's session if it has a step, then those of its undone stretches, its branches; counts
   * the record of every entry.
   */
  *sessions(
    { store, receipt }: Pick<ImportContext, 'store' | 'receipt'>,
    info: SessionInfo,
    prepare: (builder: SessionBuilder) => void,
    undone: BranchWords,
  ): Generator<SessionDraft, void, void> {
    for (const [number, path] of this.#paths().entries()) {
      if (!hasStep(path)) continue;
      const own = number === 0 ? info : branchOf(info, undone, number);
      const builder = new SessionBuilder(store, own);
      prepare(builder);
      for (const [i, event] of path.events.entries()) replay(builder, event, i >= path.from);
      yield builder.finish();
    }
    this.#account(receipt);
  }

  /** Counts the record of every entry: kept if it is in a session. */
  #account(receipt: ReceiptBuilder): void {
    const kept = new Set<Event>();
    for (const path of this.#paths()) {
      if (hasStep(path)) for (const event of path.events) kept.add(event);
    }
    for (const event of kept) for (const _ of recordOf(event)) receipt.keep();
    for (const event of new Set([...this.#events, ...this.#lost])) {
      if (kept.has(event)) continue;
      for (const at of recordOf(event)) receipt.drop('in no session with a model call', at);
    }
  }
}

/** The record an event was read from; none if it shares its record with another entry. */
const recordOf = (event: Event): readonly (number | string)[] =>
  event.kind === 'entry' && event.at !== null ? [event.at] : [];

const hasStep = ({ events, from }: Path): boolean =>
  events.some((event, i) => event.kind === 'step' && i >= from);

/** Puts an event into a session; steps, failed compactions and notices only if they are its own. */
function replay(builder: SessionBuilder, event: Event, own: boolean): void {
  if (event.kind === 'entry') builder.appendRef(event.ref);
  else if (event.kind === 'compaction') builder.compaction(event.compaction);
  else if (!own) return;
  else if (event.kind === 'step') builder.step(event.step);
  else if (event.kind === 'failed') builder.compactionFailed(event.failed);
  else builder.notice(event.notice.code, event.notice.message, event.notice.at[0]);
}
