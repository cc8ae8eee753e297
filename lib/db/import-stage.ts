import { BlobBuffer } from './blob-buffer';
import type { Database, Driver } from './client';
import { compress } from './compress';
import type { Prisma } from './generated/client';
import { newId } from './id';
import { encodeRefs } from './refs';

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

/** A value of a statement: text, integer or bytes. */
type Value = string | number | Uint8Array;

/**
 * Writes one import's rows while its trace is read: records are compressed at once and stored by
 * short statements. Nothing is visible before `completeImport`. The methods return before their
 * rows are stored; {@link settle} waits for them.
 */
export class ImportStage {
  readonly #db: Database;
  readonly #driver: Driver;
  readonly #importId: string;
  readonly #importedAt = Date.now();
  readonly #texts: Readonly<Record<TextKind, BlobBuffer>>;
  #stored: Promise<unknown> = Promise.resolve();
  #failure: Error | undefined;

  private constructor(db: Database, driver: Driver, importId: string) {
    this.#db = db;
    this.#driver = driver;
    this.#importId = importId;
    const buffer = (kind: TextKind): BlobBuffer =>
      new BlobBuffer((first, count, data) =>
        this.#insert('TextBlob', { importId, kind, first, count, data }),
      );
    this.#texts = { entries: buffer('entries'), usages: buffer('usages') };
  }

  static async open(db: Database, importId: string): Promise<ImportStage> {
    return new ImportStage(db, await db.connectDriver(), importId);
  }

  /** Stores a record of the trace as JSON; returns its number among those of its kind. */
  text(kind: TextKind, record: string): number {
    return this.#texts[kind].add(record);
  }

  /** Stores a session; it stays invisible. */
  session({ row, head, profile, refs, steps }: StagedSession): void {
    const id = newId();
    const { prisma } = this.#db;
    const data = { ...row, id, importId: this.#importId, importedAt: this.#importedAt };
    this.#enqueue(() => prisma.session.create({ data, select: { seq: true } }));
    this.#insert('SessionData', {
      sessionId: id,
      head: compress(head),
      profile: compress(profile),
      refs: compress(encodeRefs(refs)),
    });
    const buffer = new BlobBuffer((first, count, blob) =>
      this.#insert('StepBlob', { sessionId: id, first, count, data: blob }),
    );
    for (const step of steps) buffer.add(step);
    buffer.flush();
  }

  /** Whether a row could not be stored; reading on would be in vain. */
  get failed(): boolean {
    return this.#failure !== undefined;
  }

  /** Stores what has been gathered and waits for all rows. @throws what the database said. */
  async settle(): Promise<void> {
    for (const buffer of Object.values(this.#texts)) buffer.flush();
    await this.#stored;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Waits for the statement that runs and ends the connection. */
  async close(): Promise<void> {
    this.#failure ??= new Error('The stage is closed');
    await this.#stored;
    await this.#driver.dispose();
  }

  #insert(table: string, values: Readonly<Record<string, Value>>): void {
    const names = Object.keys(values);
    const args = Object.values(values);
    const sql = `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')})
      VALUES (${names.map(() => '?').join(', ')})`;
    const argTypes = args.map((value) => ({ arity: 'scalar' as const, scalarType: typeOf(value) }));
    this.#enqueue(() => this.#driver.executeRaw({ sql, args, argTypes }));
  }

  /** One statement at a time, in order; after a failure none. */
  #enqueue(statement: () => Promise<unknown>): void {
    this.#stored = this.#stored.then(async () => {
      if (this.#failure !== undefined) return;
      try {
        await statement();
      } catch (error) {
        this.#failure = error instanceof Error ? error : new Error(String(error));
      }
    });
  }
}

function typeOf(value: Value): 'string' | 'int' | 'bytes' {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'int' : 'bytes';
}
