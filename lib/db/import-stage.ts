import { BlobBuffer, blobsOf } from './blob-buffer';
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

/** Rows that may wait to be stored before the reading has to. */
const MOST_WAITING = 3;

/**
 * Writes one import's rows while its trace is read: records are compressed on another thread and
 * stored by short statements. Nothing is visible before `completeImport`. The methods return before
 * their rows are stored; {@link ready} waits until few of them wait, {@link settle} for all.
 */
export class ImportStage {
  readonly #db: Database;
  readonly #driver: Driver;
  readonly #importId: string;
  readonly #importedAt = Date.now();
  readonly #texts: Readonly<Record<TextKind, BlobBuffer>>;
  /** What is still to be stored, the oldest first; each waits for the one before. */
  readonly #waiting: Promise<void>[] = [];
  #failure: Error | undefined;

  private constructor(db: Database, driver: Driver, importId: string) {
    this.#db = db;
    this.#driver = driver;
    this.#importId = importId;
    const buffer = (kind: TextKind): BlobBuffer =>
      new BlobBuffer(({ first, count, content }) => {
        const packed = compress(content);
        this.#enqueue(async () => {
          await this.#insert('TextBlob', { importId, kind, first, count, data: await packed });
        });
      });
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
    this.#enqueue(async () => {
      await prisma.session.create({ data, select: { seq: true } });
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
    for (const buffer of Object.values(this.#texts)) buffer.flush();
    await this.#waiting.at(-1);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Waits for the statement that runs and ends the connection. */
  async close(): Promise<void> {
    this.#failure ??= new Error('The stage is closed');
    await this.#waiting.at(-1);
    await this.#driver.dispose();
  }

  async #insert(table: string, values: Readonly<Record<string, Value>>): Promise<void> {
    const names = Object.keys(values);
    const args = Object.values(values);
    const sql = `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')})
      VALUES (${names.map(() => '?').join(', ')})`;
    const argTypes = args.map((value) => ({ arity: 'scalar' as const, scalarType: typeOf(value) }));
    await this.#driver.executeRaw({ sql, args, argTypes });
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

function typeOf(value: Value): 'string' | 'int' | 'bytes' {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'int' : 'bytes';
}
