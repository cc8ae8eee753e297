import { BlobBuffer, blobsOf } from '../blob-buffer';
import type { Claim } from './claims';
import type { Database } from '../client';
import { compress } from '../compress';
import type { Prisma } from '../generated/client';
import { newId } from '../id';
import type { StepNote } from '@/lib/engine/session/step-note';
import { encodeRefs } from '../sessions/refs';
import { insertStaged, type StagedRow } from './staged-rows';

/** Kinds of records in a text blob. */
export type TextKind = 'entries' | 'usages' | 'images';

/** A session to stage: its row in the list, and its data. */
export interface SessionStageRow {
  readonly row: Omit<
    Prisma.SessionUncheckedCreateInput,
    'seq' | 'id' | 'ready' | 'importId' | 'importedAt' | 'data' | 'stepBlobs'
  >;
  /** JSON of the head. */
  readonly head: string;
  readonly profile: Uint8Array;
  /** The encoded index of the names in its texts, empty where it has none; null: not extracted. */
  readonly references: Uint8Array | null;
  /** Numbers of its staged entries, in log order. */
  readonly refs: readonly number[];
  /** JSON of each step, in order. */
  readonly steps: Iterable<string>;
  /** Notes of the user that the trace brought. */
  readonly notes: readonly StepNote[];
}

/** Most rows that wait to be stored; beyond it the reading waits. */
const MOST_WAITING = 3;

/** Most rows and bytes held back: the transaction that ends a small import stores all its rows. */
const MOST_HELD = { rows: 12, bytes: 256 * 1024 };

/**
 * Writes one import's rows while its trace is read: another thread compresses records, short
 * statements store them. Rows are invisible before `completeImport`. Methods return before their
 * rows are stored: {@link ready} waits until few are left, {@link settle} for all, {@link finish} for
 * all but those of a small import. Stores nothing once another process took the import over.
 */
export class ImportStage {
  readonly #db: Database;
  readonly #claim: Claim;
  readonly #importedAt = Date.now();
  readonly #texts: Readonly<Record<TextKind, BlobBuffer>>;
  /** Pending writes, oldest first; each waits for the one before. */
  readonly #waiting: Promise<void>[] = [];
  /** Rows held back; null after there were too many. */
  #held: StagedRow[] | null = [];
  #heldBytes = 0;
  #failure: Error | undefined;

  constructor(db: Database, claim: Claim) {
    this.#db = db;
    this.#claim = claim;
    const importId = claim.id;
    const buffer = (kind: TextKind): BlobBuffer =>
      new BlobBuffer(({ first, count, content }) => {
        const packed = compress(content);
        this.#enqueue(async () => {
          await this.#insert('TextBlob', { importId, kind, first, count, data: await packed });
        });
      });
    this.#texts = {
      entries: buffer('entries'),
      usages: buffer('usages'),
      images: buffer('images'),
    };
  }

  /** Stores a record as JSON; returns its number within its kind. */
  text(kind: TextKind, record: string): number {
    return this.#texts[kind].add(record);
  }

  /** Stores an invisible session. */
  session(session: SessionStageRow): void {
    const { row, steps, notes } = session;
    const id = newId();
    const importId = this.#claim.id;
    this.#enqueue(async () => {
      await this.#insert('Session', { ...row, id, importId, importedAt: this.#importedAt });
      await this.#insert('SessionData', { sessionId: id, ...(await packedData(session)) });
      for (const { first, count, content } of blobsOf(steps)) {
        const blob = { sessionId: id, first, count, data: await compress(content) };
        await this.#insert('StepBlob', blob);
      }
      for (const [i, note] of notes.entries()) {
        // One after the other, as the file has them.
        const at = this.#importedAt + i;
        const times = { createdAt: at, updatedAt: at };
        await this.#insert('Note', { id: newId(), sessionId: id, ...note, ...times });
      }
    });
  }

  /** Waits until there is room for more rows. */
  async ready(): Promise<void> {
    while (this.#waiting.length > MOST_WAITING) await this.#waiting[0];
  }

  /** True after a row could not be stored; the reading should stop. */
  get failed(): boolean {
    return this.#failure !== undefined;
  }

  /** Stores the collected rows and waits for all. @throws the database's error. */
  async settle(): Promise<void> {
    for (const row of await this.finish()) await this.#store(row);
  }

  /**
   * Waits for all rows that must be stored before the import ends; returns the rows held back.
   * @throws the database's error.
   */
  async finish(): Promise<readonly StagedRow[]> {
    for (const buffer of Object.values(this.#texts)) buffer.flush();
    await this.#waiting.at(-1);
    if (this.#failure !== undefined) throw this.#failure;
    const held = this.#held ?? [];
    this.#held = null;
    return held;
  }

  /** Waits for the running statement and starts no other. */
  async close(): Promise<void> {
    this.#failure ??= new Error('The stage is closed');
    await this.#waiting.at(-1);
  }

  async #insert(table: StagedRow['table'], values: StagedRow['values']): Promise<void> {
    const row = { table, values };
    if (this.#held === null) return this.#store(row);
    this.#held.push(row);
    this.#heldBytes += bytesOf(row);
    if (this.#held.length <= MOST_HELD.rows && this.#heldBytes <= MOST_HELD.bytes) return;
    const held = this.#held;
    this.#held = null;
    for (const waiting of held) await this.#store(waiting);
  }

  #store(row: StagedRow): Promise<void> {
    return insertStaged(this.#db.importing, this.#db.dialect, this.#claim, row);
  }

  /** Runs writes in order, one at a time; none after a failure. */
  #enqueue(store: () => Promise<void>): void {
    this.#waiting.push(this.#after(this.#waiting.at(-1), store));
  }

  async #after(earlier: Promise<void> | undefined, store: () => Promise<void>): Promise<void> {
    await earlier;
    try {
      if (this.#failure === undefined) await store();
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
    void this.#waiting.shift();
  }
}

/** Compressed parts of a session other than its steps. */
export async function packedData({ head, profile, refs, references }: SessionStageRow) {
  return {
    head: await compress(head),
    profile: await compress(profile),
    refs: await compress(encodeRefs(refs)),
    ...(references === null ? {} : { references: await compress(references) }),
  };
}

const bytesOf = ({ values }: StagedRow): number =>
  Object.values(values).reduce<number>(
    (sum, value) => sum + (value instanceof Uint8Array ? value.length : 16),
    0,
  );
