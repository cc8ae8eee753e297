import type { Database } from '../client';
import type { Prisma } from '../generated/client';
import { KEEP_FAILED_MS, type ImportFailure } from './import-queue';

/** Most bytes of failed uploads that are kept for a retry. */
export const KEEP_FAILED_BYTES = 1024 ** 3;

/** Rows per statement. */
const CHUNK = 500;

const kept: Prisma.ImportWhereInput = { status: 'failed', sample: false, path: { not: '' } };

const GONE =
  'Its upload is no longer kept: failed uploads of at most 1 GiB are kept, for a day. Upload it again to retry.';

/**
 * Failed imports forget uploads that are kept for too long, or that exceed the quota: the oldest first.
 * Their messages say so. Returns the uploads, which the caller deletes.
 */
export async function forgetFailedUploads(
  { prisma }: Database,
  quota = KEEP_FAILED_BYTES,
): Promise<readonly string[]> {
  const late: Prisma.ImportWhereInput = {
    ...kept,
    finishedAt: { lt: Date.now() - KEEP_FAILED_MS },
  };
  const { _sum, _count } = await prisma.import.aggregate({
    where: kept,
    _sum: { bytes: true },
    _count: { _all: true },
  });
  const over = (_sum.bytes ?? 0) - quota;
  if (over <= 0 && (_count._all === 0 || (await prisma.import.count({ where: late })) === 0)) {
    return [];
  }
  return forget(prisma, over);
}

/** Forgets the oldest uploads, until `over` bytes are gone and none is too old. */
async function forget(prisma: Database['prisma'], over: number): Promise<readonly string[]> {
  const uploads: string[] = [];
  const before = Date.now() - KEEP_FAILED_MS;
  let left = over;
  for (;;) {
    const rows = await prisma.import.findMany({
      where: kept,
      orderBy: [{ finishedAt: 'asc' }, { seq: 'asc' }],
      select: { id: true, path: true, bytes: true, error: true, finishedAt: true },
      take: CHUNK,
    });
    for (const { id, path, bytes, error, finishedAt } of rows) {
      if (left <= 0 && (finishedAt ?? 0) >= before) return uploads;
      const { count } = await prisma.import.updateMany({
        where: { ...kept, id, path },
        data: { path: '', error: withNotice(error) },
      });
      left -= bytes;
      if (count > 0) uploads.push(path);
    }
    if (rows.length < CHUNK) return uploads;
  }
}

function withNotice(error: string | null): string | null {
  if (error === null) return null;
  const failure = JSON.parse(error) as ImportFailure;
  return JSON.stringify({ ...failure, message: `${failure.message} ${GONE}` });
}
