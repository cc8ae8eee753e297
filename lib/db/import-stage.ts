import { BlobBuffer, blobsOf } from './blob-buffer';
import type { Claim } from './claims';
import type { Database } from './client';
import { compress } from './compress';
import type { Prisma } from './generated/client';
import { newId } from './id';
import { encodeRefs } from './refs';
import { insertStaged, type StagedRow } from './staged-rows';

/** Which records a text blob holds. */
export type TextKind = 'entries' | 'usages';

/** A session to be staged: what the library lists and what it consists of. */
export interface StagedSession {
  readonly row: Omit<
    Prisma.SessionUncheckedCreateInput,
    'seq' | 'id' | 'ready' | 'importId' | 'importedAt' | 'data' | 'stepBlobs'
  >;
  /** JSON of the head. */
  readonly head: string;
  readonly profile: Uint8Array;
  /** Numbers of its entries in the stage, in log order. */
  readonly refs: readonly number[];
  /** JSON of each step, in order. */
  readonly steps: Iterable<string>;
}

/** Rows that may wait to be stored before the reading has to. */
const MOST_WAITING = 3;

/** Rows, and their bytes, held back: a small import is stored by the transaction that ends it. */
const MOST_HELD = { rows: 12, bytes: 256 * 1024 };

/**
 * Writes one import's rows while its trace is read: records are compressed on another thread and
 * stored by short statements. Nothing is visible before `completeImport`. The methods return before
 * their rows are stored; {@link ready} waits until few of them wait, {@link settle} for all, and
 * {@link finish} for all but those of a small import. No row is stored once another process has
 * taken the import over.
 */
export class ImportStage {
  readonly #db: Database;
  readonly #claim: Claim;
  readonly #importedAt = Date.now();
  readonly #texts: Readonly<Record<TextKind, BlobBuffer>>;
  /** What is still to be stored, the oldest first; each waits for the one before. */
  readonly #waiting: Promise<void>[] = [];
  /** Rows that are held back; null once there were too many. */
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
    this.#texts = { entries: buffer('entries'), usages: buffer('usages') };
  }

  /** Stores a record of the trace as JSON; returns its number among those of its kind. */
  text(kind: TextKind, record: string): number {
    return this.#texts[kind].add(record);
  }

  /** Stores a session; it stays invisible. */
  session({ row, head, profile, refs, steps }: StagedSession): void {
    const id = newId();
    const importId = this.#claim.id;
    this.#enqueue(async () => {
      await this.#insert('Session', { ...row, id, importId, importedAt: this.#importedAt });
      await this.#insert('SessionData', {
        sessionId: id,
        head: await compress(head),
        profile: await compress(profile),
        refs: await compress(encodeRefs(refs)),
      });
      for (const { first, count, content } of blobsOf(steps)) {
        const blob = { sessionId: id, first, count, data: await compress(content) };
        await this.#insert('StepBlob', blob);
      }
    });
  }

  /** Waits until there is room for more. */
  async ready(): Promise<void> {
    while (this.#waiting.length > MOST_WAITING) await this.#waiting[0];
  }

  /** Whether a row could not be stored; reading on would be in vain. */
  get failed(): boolean {
    return this.#failure !== undefined;
  }

  /** Stores what has been gathered and waits for all rows. @throws what the database said. */
  async settle(): Promise<void> {
    for (const row of await this.finish()) await this.#store(row);
  }

  /**
   * Waits for all rows that must be stored before the import ends, and gives those that were held
   * back. @throws what the database said.
   */
  async finish(): Promise<readonly StagedRow[]> {
    for (const buffer of Object.values(this.#texts)) buffer.flush();
    await this.#waiting.at(-1);
    if (this.#failure !== undefined) throw this.#failure;
    const held = this.#held ?? [];
    this.#held = null;
    return held;
  }

  /** Waits for the statement that runs; no further one follows. */
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

  /** One after the other, in order; after a failure none. */
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

const bytesOf = ({ values }: StagedRow): number =>
  Object.values(values).reduce<number>(
    (sum, value) => sum + (value instanceof Uint8Array ? value.length : 16),
    0,
  );
