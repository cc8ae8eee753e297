import type { Database } from '../client';
import { compress, decompress } from '../compress';
import type { SweepShare } from '../generated/client';

/**
 * Stores the results of a share unless they are stored (the same key has the same bytes), or every
 * sweep with this share was deleted while it was computed.
 */
export async function storeResult(db: Database, key: string, results: Uint8Array): Promise<void> {
  const data = await compress(results);
  // One of its sweeps stays until this is stored; who deletes it then finds the results.
  await db.importing.execute(
    `INSERT INTO "SweepResult" ("key", "data", "createdAt")
     SELECT ?, ?, ? FROM "Sweep" WHERE "id" IN (SELECT "sweepId" FROM "SweepShare" WHERE "key" = ?)
     LIMIT 1 ${db.dialect.forShare}
     ON CONFLICT DO NOTHING`,
    [key, data, Date.now(), key],
  );
}

/** True if a share's results are stored. */
export async function hasResult({ prisma }: Database, key: string): Promise<boolean> {
  return (await prisma.sweepResult.count({ where: { key } })) > 0;
}

/** The place of a share in its phase. */
export type StoredShare = Pick<SweepShare, 'phase' | 'session' | 'sessions' | 'cell' | 'cells'>;

/** Shares read at once. */
const PAGE = 16;

/** The computed shares of some phases of a sweep in their order, each with the bytes of its results. */
export async function* computedShares(
  { prisma }: Database,
  sweepId: string,
  { from = 0, to }: { readonly from?: number; readonly to: number },
): AsyncGenerator<{ readonly share: StoredShare; readonly bytes: Uint8Array }> {
  const orderBy = [{ phase: 'asc' as const }, { number: 'asc' as const }];
  for (let skip = 0; ; skip += PAGE) {
    const shares = await prisma.sweepShare.findMany({
      where: { sweepId, phase: { gte: from, lte: to } },
      orderBy,
      skip,
      take: PAGE,
    });
    const keys = [...new Set(shares.map(({ key }) => key))];
    const rows = await prisma.sweepResult.findMany({ where: { key: { in: keys } } });
    const packed = new Map(rows.map(({ key, data }) => [key, data]));
    for (const share of shares) {
      const data = packed.get(share.key);
      if (data) yield { share, bytes: await decompress(data) };
    }
    if (shares.length < PAGE) return;
  }
}
