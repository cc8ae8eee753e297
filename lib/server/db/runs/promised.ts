import { createHash } from 'node:crypto';
import { promiseSchema, type SettingsPromise } from '@/lib/answers/report/promises/schema';
import type { Database } from '../client';
import { compress, decompress } from '../compress';
import { newId } from '../id';

/** Most promises of a library. */
export const MOST_PROMISES = 1_000;

/** A promise as the library keeps it. */
export interface StoredPromise {
  readonly id: string;
  readonly createdAt: number;
  readonly promise: SettingsPromise;
}

/** The promises that were made, the oldest first. */
export async function listPromises({ prisma }: Database): Promise<readonly StoredPromise[]> {
  const rows = await prisma.promised.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  return Promise.all(
    rows.map(async ({ id, createdAt, data }) => {
      const json: unknown = JSON.parse((await decompress(data)).toString('utf8'));
      return { id, createdAt, promise: promiseSchema.parse(json) };
    }),
  );
}

/** Keeps a promise; the same one is kept once. Null if the library has the most it may have. */
export async function keepPromise(
  db: Database,
  promise: SettingsPromise,
): Promise<StoredPromise | null> {
  const json = JSON.stringify(promise);
  const sha256 = createHash('sha256').update(json).digest('hex');
  const data = await compress(json);
  return db.transaction(async (tx) => {
    const known = await tx.promised.findUnique({ where: { sha256 } });
    if (known !== null) return { id: known.id, createdAt: known.createdAt, promise };
    if ((await tx.promised.count()) >= MOST_PROMISES) return null;
    const createdAt = Date.now();
    const { id } = await tx.promised.create({ data: { id: newId(), sha256, data, createdAt } });
    return { id, createdAt, promise };
  });
}

/** Forgets a promise; false if there is none of that id. */
export async function forgetPromise({ prisma }: Database, id: string): Promise<boolean> {
  const { count } = await prisma.promised.deleteMany({ where: { id } });
  return count > 0;
}
