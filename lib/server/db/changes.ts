import type { Database, Statements } from './client';
import type { Prisma } from './generated/client';

/** Kinds: an import (its state), a session (its content or settings), a watched folder. */
type ChangeKind = 'import' | 'session' | 'folder';

/** A change sent to open pages. */
export interface Change {
  readonly seq: number;
  readonly kind: string;
  /** Id of the import, session or folder. */
  readonly subject: string;
}

/** Milliseconds for which a change is kept; a page that sleeps longer fetches everything. */
const KEEP_MS = 10 * 60_000;

/**
 * Changes reread per query: concurrent transactions get their numbers before their changes become
 * visible.
 */
const OVERLAP = 200;

/** Records a change for the open pages of every server process. */
export async function noteChange(
  { change }: Pick<Prisma.TransactionClient, 'change'>,
  kind: ChangeKind,
  ...subjects: readonly string[]
): Promise<void> {
  const at = Date.now();
  if (subjects.length === 0) return;
  await change.createMany({ data: subjects.map((subject) => ({ kind, subject, at })) });
}

/** {@link noteChange} without Prisma. */
export async function insertChange(
  tx: Statements,
  kind: ChangeKind,
  subject: string,
): Promise<void> {
  await tx.execute(`INSERT INTO "Change" ("kind", "subject", "at") VALUES (?, ?, ?)`, [
    kind,
    subject,
    Date.now(),
  ]);
}

/** The number of the newest change; 0 before the first. */
async function newestChange({ prisma }: Database): Promise<number> {
  const { _max } = await prisma.change.aggregate({ _max: { seq: true } });
  return _max.seq ?? 0;
}

/** Reads the changes since the last read, each once. */
export class ChangeReader {
  readonly #db: Database;
  readonly #seen: Set<number>;
  #newest: number;

  private constructor(db: Database, newest: number, seen: readonly number[]) {
    this.#db = db;
    this.#newest = newest;
    this.#seen = new Set(seen);
  }

  /** Starts after the newest change. */
  static async open(db: Database): Promise<ChangeReader> {
    const newest = await newestChange(db);
    const known = await db.prisma.change.findMany({
      where: { seq: { gt: newest - OVERLAP } },
      select: { seq: true },
    });
    return new ChangeReader(
      db,
      newest,
      known.map(({ seq }) => seq),
    );
  }

  async read(): Promise<readonly Change[]> {
    const rows = await this.#db.prisma.change.findMany({
      where: { seq: { gt: this.#newest - OVERLAP } },
      orderBy: { seq: 'asc' },
      take: 1_000,
      select: { seq: true, kind: true, subject: true },
    });
    const fresh = rows.filter(({ seq }) => !this.#seen.has(seq));
    for (const { seq } of fresh) this.#seen.add(seq);
    this.#newest = Math.max(this.#newest, rows.at(-1)?.seq ?? 0);
    for (const seq of this.#seen) if (seq <= this.#newest - 2 * OVERLAP) this.#seen.delete(seq);
    return fresh;
  }
}

/** Deletes changes older than `KEEP_MS`. */
export async function forgetChanges({ prisma }: Database): Promise<void> {
  await prisma.change.deleteMany({ where: { at: { lt: Date.now() - KEEP_MS } } });
}
