import { noteChange } from './changes';
import { whileHeld, type Claim } from './claims';
import type { Database } from './client';
import type { Prisma } from './generated/client';
import { newId } from './id';
import type { ImportFailure, ImportRow } from './imports';
import { storable } from './storable-text';

/** How long the upload of a failed import is kept, to be tried again. */
export const KEEP_FAILED_MS = 24 * 60 * 60_000;

/** Rows written by one statement. */
const CHUNK = 500;

/** One import and the members of its archive; all imports without an id. */
const within = (id: string | undefined): Prisma.ImportWhereInput =>
  id === undefined ? {} : { OR: [{ id }, { parentId: id }] };

/** Failed imports whose content is still there. */
const retryable = (): Prisma.ImportWhereInput => ({
  status: 'failed',
  path: { not: '' },
  OR: [{ sample: true }, { finishedAt: { gt: Date.now() - KEEP_FAILED_MS } }],
});

/** Whether a failed import can be tried again. */
export const isRetryable = ({ status, path, sample, finishedAt }: ImportRow): boolean =>
  status === 'failed' && path !== '' && (sample || (finishedAt ?? 0) > Date.now() - KEEP_FAILED_MS);

const unfinished: Prisma.ImportWhereInput = { status: { in: ['queued', 'running'] } };

/** Lets imports wait until they are resumed; one that runs begins anew then. Gives their number. */
export async function pauseImports({ prisma }: Database, id?: string): Promise<number> {
  const where = { AND: [within(id), unfinished, { paused: false }] };
  const { count } = await prisma.import.updateMany({ where, data: { paused: true } });
  await noteChange(prisma, 'import', id ?? 'all');
  return count;
}

/** Lets paused imports go on. */
export async function resumeImports({ prisma }: Database, id?: string): Promise<number> {
  const where = { AND: [within(id), unfinished, { paused: true }] };
  const { count } = await prisma.import.updateMany({ where, data: { paused: false } });
  await noteChange(prisma, 'import', id ?? 'all');
  return count;
}

/** Puts failed imports into the queue again, while their content is still there. */
export async function retryImports({ prisma }: Database, id?: string): Promise<number> {
  const { count } = await prisma.import.updateMany({
    where: { AND: [within(id), retryable()] },
    data: {
      status: 'queued',
      paused: false,
      cancel: false,
      attempts: 0,
      bytesRead: 0,
      records: 0,
      error: null,
      receipt: null,
      finishedAt: null,
    },
  });
  await noteChange(prisma, 'import', id ?? 'all');
  return count;
}

const CANCELLED: ImportFailure = { code: 'cancelled', message: 'The import was cancelled.' };

/**
 * Asks to stop imports: those that wait end at once, those that run within a second. Gives the
 * uploads that nothing needs any more, and how many imports it concerns.
 */
export async function cancelImports(
  { prisma }: Database,
  id?: string,
): Promise<{ readonly changed: number; readonly uploads: readonly string[] }> {
  const running = await prisma.import.updateMany({
    where: { AND: [within(id), { status: 'running' }] },
    data: { cancel: true },
  });
  const waiting = await prisma.import.findMany({
    where: { AND: [within(id), { status: 'queued' }] },
    select: { id: true },
  });
  const ids = waiting.map((row) => row.id);
  const uploads: string[] = [];
  for (let at = 0; at < ids.length; at += CHUNK) {
    const some = { in: ids.slice(at, at + CHUNK) };
    const data = { error: JSON.stringify(CANCELLED), finishedAt: Date.now(), status: 'cancelled' };
    await prisma.import.updateMany({ where: { id: some, status: 'queued' }, data });
    const ended = await prisma.import.findMany({
      where: { id: some, status: 'cancelled', sample: false, path: { not: '' } },
      select: { path: true },
    });
    uploads.push(...ended.map(({ path }) => path));
  }
  await noteChange(prisma, 'import', id ?? 'all');
  return { changed: running.count + ids.length, uploads };
}

/** A member of an archive: a trace to be imported, or one that was refused. */
export type NewMember =
  | {
      readonly file: string;
      readonly bytes: number;
      readonly sha256: string;
      readonly path: string;
    }
  | { readonly file: string; readonly bytes: number; readonly refused: ImportFailure };

/**
 * Ends the import of an archive: its members become imports of their own together with its end, or
 * not at all. False when it was cancelled or taken over meanwhile.
 */
export async function completeArchive(
  db: Database,
  archive: Claim & Pick<ImportRow, 'options' | 'bytes'>,
  outcome: { readonly format: string; readonly receipt: string; readonly records: number },
  members: readonly NewMember[],
): Promise<boolean> {
  const now = Date.now();
  const rows = members.map((member) => memberRow(archive, member, now));
  return db.transaction(async (tx) => {
    const { count } = await tx.import.updateMany({
      where: { ...whileHeld(archive), cancel: false },
      data: {
        ...outcome,
        bytesRead: archive.bytes,
        status: 'done',
        host: null,
        pid: null,
        finishedAt: now,
      },
    });
    if (count === 0) return false;
    for (let at = 0; at < rows.length; at += CHUNK) {
      await tx.import.createMany({ data: rows.slice(at, at + CHUNK) });
    }
    await noteChange(tx, 'import', archive.id);
    return true;
  });
}

function memberRow(
  { id, options }: Pick<ImportRow, 'id' | 'options'>,
  member: NewMember,
  now: number,
): Prisma.ImportCreateManyInput {
  const common = {
    id: newId(),
    file: storable(member.file),
    bytes: member.bytes,
    origin: 'member',
    parentId: id,
    options,
    createdAt: now,
  };
  if (!('refused' in member)) {
    return { ...common, sha256: member.sha256, path: member.path, status: 'queued' };
  }
  const error = JSON.stringify(member.refused);
  return { ...common, sha256: '', path: '', status: 'failed', error, finishedAt: now };
}
