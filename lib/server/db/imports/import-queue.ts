import { noteChange } from '../changes';
import { chunksOf } from '../chunks';
import type { Database } from '../client';
import type { Import, Prisma } from '../generated/client';

/** Reason for an import without sessions; stored as JSON. */
export interface ImportFailure {
  readonly code: string;
  readonly message: string;
  readonly at?: number | string;
}

/** Milliseconds for which a failed import's upload is kept for a retry. */
export const KEEP_FAILED_MS = 24 * 60 * 60_000;

/** Rows per statement. */
const CHUNK = 500;

/** Waiting imports that one statement cancels: an archive has tens of thousands of members. */
const CANCELLED_AT_ONCE = 4_000;

/** Condition: one import and the members of its archive; without an id all imports. */
const within = (id: string | undefined): Prisma.ImportWhereInput =>
  id === undefined ? {} : { OR: [{ id }, { parentId: id }] };

/** Condition: failed imports whose content is still stored. */
const retryable = (): Prisma.ImportWhereInput => ({
  ...failed,
  path: { not: '' },
  OR: [{ sample: true }, { finishedAt: { gt: Date.now() - KEEP_FAILED_MS } }],
});

/** True if a failed import can be tried again. */
export const isRetryable = ({ status, cancel, path, sample, finishedAt }: Import): boolean =>
  status === 'failed' &&
  !cancel &&
  path !== '' &&
  (sample || (finishedAt ?? 0) > Date.now() - KEEP_FAILED_MS);

/** Failed imports that the user did not dismiss. */
const failed = { status: 'failed', cancel: false } as const satisfies Prisma.ImportWhereInput;

const unfinished: Prisma.ImportWhereInput = { status: { in: ['queued', 'running'] } };

/** Pauses imports; a running one later starts over. Returns their number. */
export const pauseImports = (db: Database, id?: string): Promise<number> =>
  change(db, id, { ...unfinished, paused: false }, { paused: true });

/** Resumes paused imports. */
export const resumeImports = (db: Database, id?: string): Promise<number> =>
  change(db, id, { ...unfinished, paused: true }, { paused: false });

async function change(
  { prisma }: Database,
  id: string | undefined,
  state: Prisma.ImportWhereInput,
  data: Prisma.ImportUpdateManyMutationInput,
): Promise<number> {
  const { count } = await prisma.import.updateMany({ where: { AND: [within(id), state] }, data });
  await noteChange(prisma, 'import', id ?? 'all');
  return count;
}

/** Queues failed imports again whose content is still stored. */
export const retryImports = (db: Database, id?: string): Promise<number> =>
  change(db, id, retryable(), {
    status: 'queued',
    paused: false,
    cancel: false,
    attempts: 0,
    bytesRead: 0,
    records: 0,
    error: null,
    receipt: null,
    finishedAt: null,
  });

/** Takes failed imports off the list of failures; what is kept of them goes with the other failed uploads. */
export const dismissImports = (db: Database, id?: string): Promise<number> =>
  change(db, id, failed, { cancel: true });

/** Failure of an import that the user cancelled. */
export const CANCELLED: ImportFailure = { code: 'cancelled', message: 'The import was cancelled.' };

/** Imports by id, with the members of their archives; null for all. */
export type Chosen = readonly string[] | null;

/**
 * Cancels imports: waiting ones end at once, running ones within a second. Returns the uploads that
 * nothing needs any more, and the number of imports.
 */
export async function cancelImports(
  db: Database,
  chosen: Chosen,
): Promise<{ readonly changed: number; readonly uploads: readonly string[] }> {
  let changed = 0;
  const uploads: string[] = [];
  for (const ids of chosen === null ? [null] : chunksOf(chosen, CHUNK)) {
    // First the running ones: an archive that ends now would queue its members after their turn here.
    changed += await cancelRunning(db, ids);
    const ended = await cancelWaiting(db, ids);
    for (const upload of ended) if (upload !== '') uploads.push(upload);
    // What a process claimed in between.
    changed += ended.length + (await cancelRunning(db, ids));
  }
  await noteChange(db.prisma, 'import', ...(chosen ?? ['all']));
  return { changed, uploads };
}

async function cancelRunning({ prisma }: Database, ids: Chosen): Promise<number> {
  const some = ids === null ? {} : { in: [...ids] };
  const { count } = await prisma.import.updateMany({
    where: {
      ...(ids === null ? {} : { OR: [{ id: some }, { parentId: some }] }),
      ...{ status: 'running', cancel: false },
    },
    data: { cancel: true },
  });
  return count;
}

/** Ends waiting imports; the upload of each, empty for one that keeps its content. */
async function cancelWaiting(
  { prisma, dialect }: Database,
  ids: Chosen,
): Promise<readonly string[]> {
  const list = (ids ?? []).map(() => '?').join(', ');
  const among = ids === null ? '' : `AND ("id" IN (${list}) OR "parentId" IN (${list}))`;
  // The status once more: on PostgreSQL a process may claim a row that was just found.
  const sql = dialect.parameters(`UPDATE "Import"
    SET "status" = 'cancelled', "error" = ?, "finishedAt" = ?
    WHERE "status" = 'queued' AND "seq" IN (
      SELECT "seq" FROM "Import" WHERE "status" = 'queued' ${among} LIMIT ${CANCELLED_AT_ONCE})
    RETURNING CASE WHEN "sample" THEN '' ELSE "path" END AS "upload"`);
  const uploads: string[] = [];
  for (;;) {
    const values = [JSON.stringify(CANCELLED), Date.now(), ...(ids ?? []), ...(ids ?? [])];
    const rows = await prisma.$queryRawUnsafe<{ readonly upload: string }[]>(sql, ...values);
    if (rows.length === 0) return uploads;
    for (const { upload } of rows) uploads.push(upload);
  }
}
