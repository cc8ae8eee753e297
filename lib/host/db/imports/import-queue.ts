import { noteChange } from '../changes';
import { chunksOf } from '../chunks';
import { whileHeld, type Claim } from './claims';
import type { Database } from '../client';
import type { Import, Prisma } from '../generated/client';
import { newId } from '../id';
import { storable } from '../storable-text';

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

/** Condition: one import and the members of its archive; without an id all imports. */
const within = (id: string | undefined): Prisma.ImportWhereInput =>
  id === undefined ? {} : { OR: [{ id }, { parentId: id }] };

/** Condition: failed imports whose content is still stored. */
const retryable = (): Prisma.ImportWhereInput => ({
  status: 'failed',
  path: { not: '' },
  OR: [{ sample: true }, { finishedAt: { gt: Date.now() - KEEP_FAILED_MS } }],
});

/** True if a failed import can be tried again. */
export const isRetryable = ({ status, path, sample, finishedAt }: Import): boolean =>
  status === 'failed' && path !== '' && (sample || (finishedAt ?? 0) > Date.now() - KEEP_FAILED_MS);

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

/** Failure of an import that the user cancelled. */
export const CANCELLED: ImportFailure = { code: 'cancelled', message: 'The import was cancelled.' };

/**
 * Cancels imports: waiting ones end at once, running ones within a second. Returns the uploads that
 * nothing needs any more, and the number of imports.
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
  for (const chunk of chunksOf(ids, CHUNK)) {
    const some = { in: [...chunk] };
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

/** A member of an archive: a trace to import, or a refused file. */
export type NewMember =
  | {
      readonly file: string;
      readonly bytes: number;
      readonly sha256: string;
      readonly path: string;
    }
  | { readonly file: string; readonly bytes: number; readonly refused: ImportFailure };

/**
 * Ends an archive's import and queues its members as imports, in one transaction. False if it was
 * cancelled or taken over meanwhile.
 */
export async function completeArchive(
  db: Database,
  archive: Claim & Pick<Import, 'options' | 'bytes'>,
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
    for (const chunk of chunksOf(rows, CHUNK)) await tx.import.createMany({ data: [...chunk] });
    await noteChange(tx, 'import', archive.id);
    return true;
  });
}

function memberRow(
  { id, options }: Pick<Import, 'id' | 'options'>,
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
