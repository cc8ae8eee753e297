import { SessionBuilder, type SessionInfo, type StepInput } from '@/lib/engine/session/builder';
import type { EntryStore, SessionDraft } from '@/lib/engine/session/draft';
import type { AskedOptions, FailedCompaction, Prefix } from '@/lib/engine/session/schema';
import type { PiCompaction, PiEdit } from './contents';
import type { PiPath, PiTree } from './tree';

/** Lines added to a session in one go; takes some milliseconds. */
const LINES_AT_ONCE = 4096;

/** Everything read of a file, ready to be put in order. */
export interface ReadPi {
  readonly store: EntryStore;
  readonly tree: PiTree;
  readonly steps: ReadonlyMap<number, StepInput>;
  readonly compactions: ReadonlyMap<number, PiCompaction>;
  readonly failed: ReadonlyMap<number, Partial<FailedCompaction>>;
  readonly edits: ReadonlyMap<number, PiEdit>;
  /** The thinking level, from a line on. */
  readonly levels: ReadonlyMap<number, AskedOptions>;
  /** Node of each record of the file, −1 without one; for the indexes of version 1. */
  readonly records: { readonly length: number; at(record: number): number };
  /** Milliseconds of each message that carries a time. */
  readonly times: ReadonlyMap<number, number>;
  readonly prefix: Partial<Prefix>;
}

/** Puts one path into a session: its log, its own steps, its compactions. */
export class PiAssembler {
  readonly #builder: SessionBuilder;
  /** Entry count of the log before each line of the path. */
  readonly #before = new Map<number, number>();
  /** The thinking level in force on the path. */
  #level: AskedOptions | undefined;
  /** Lines whose entries the log holds, in order. */
  readonly #logged: number[] = [];

  constructor(
    private readonly trace: ReadPi,
    private readonly path: PiPath,
    info: SessionInfo,
  ) {
    this.#builder = new SessionBuilder(trace.store, info);
    this.#builder.prefix(trace.prefix);
  }

  /** The session; yields between pieces of work. */
  *build(notices: (builder: SessionBuilder) => void): Generator<null, SessionDraft, void> {
    for (const [i, node] of this.path.nodes.entries()) {
      if (i % LINES_AT_ONCE === LINES_AT_ONCE - 1) yield null;
      this.#before.set(node, this.#builder.entryCount);
      this.#node(node, i >= this.path.own);
    }
    notices(this.#builder);
    return this.#builder.finish();
  }

  #node(node: number, own: boolean): void {
    const { steps, compactions, edits } = this.trace;
    const step = steps.get(node);
    const compaction = compactions.get(node);
    const edit = edits.get(node);
    const failed = this.trace.failed.get(node);
    this.#level = this.trace.levels.get(node) ?? this.#level;
    if (step && own) this.#step(step);
    if (compaction) this.#compaction(compaction);
    else if (edit) this.#edit(edit);
    else if (failed === undefined) this.#append(node);
    else if (own) this.#builder.compactionFailed(failed);
  }

  #step(step: StepInput): void {
    this.#builder.step(this.#level === undefined ? step : { ...step, asked: this.#level });
    const limit = step.limit ?? null;
    if (limit !== null) this.#builder.limit({ tokens: limit, source: 'recording' });
  }

  #append(node: number): void {
    const ref = this.trace.tree.ref.at(node);
    if (ref < 0) return;
    this.#builder.appendRef(ref);
    this.#logged.push(node);
  }

  #compaction(compaction: PiCompaction): void {
    const { summary, trigger, preTokens, time } = compaction;
    const end = this.#builder.entryCount;
    const from = this.#keptFrom(compaction);
    this.#builder.compaction({
      kind: 'summary',
      summary,
      trigger,
      preTokens,
      time,
      kept: from < end ? [[from, end]] : [],
    });
  }

  /** The first entry that stayed; the log's length if none did. */
  #keptFrom({ firstKept, tail }: PiCompaction): number {
    const end = this.#builder.entryCount;
    if (tail !== null) return this.#tailFrom(tail) ?? this.#unknown();
    if (firstKept === null) return end;
    const { tree, records } = this.trace;
    const indexed = typeof firstKept === 'number' && firstKept < records.length;
    const node =
      typeof firstKept === 'string' ? tree.node(firstKept) : indexed ? records.at(firstKept) : -1;
    return this.#before.get(node) ?? this.#unknown();
  }

  /** Begin of repeated messages: they are the log's last ones if their times match. */
  #tailFrom(tail: readonly (number | null)[]): number | null {
    const end = this.#builder.entryCount;
    const newest = this.#logged.slice(Math.max(0, end - tail.length));
    const same =
      newest.length === tail.length &&
      newest.every((node, i) => (this.trace.times.get(node) ?? null) === tail[i]);
    return same ? end - tail.length : null;
  }

  #unknown(): number {
    this.#builder.notice(
      'kept-unknown',
      'A compaction names a first kept entry that is not before it; no entry counts as kept.',
    );
    return this.#builder.entryCount;
  }

  /** Removes the entry from later requests; its replacement is known, but not its position. */
  #edit({ target, parts, time }: PiEdit): void {
    const node = this.trace.tree.node(target);
    const at = this.#logged.lastIndexOf(node);
    if (node < 0 || at < 0) {
      return this.#builder.notice(
        'edit-unknown',
        'A context edit names an entry that is not in the log.',
      );
    }
    this.#builder.compaction({ kind: 'elision', elided: [at], summary: parts, time });
  }
}
