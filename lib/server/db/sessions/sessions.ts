import { noteChange } from '../changes';
import { chunksOf } from '../chunks';
import type { Database } from '../client';
import { compress, decompress } from '../compress';
import type { Prisma, Session, SessionData } from '../generated/client';
import { sessionTexts } from './session-texts';

/** A row of the library's list. */
export type SessionListRow = Session;

/** Columns computed from the numbers; they change with the user's limit and prefix. */
export type SessionSummary = Pick<
  Session,
  | 'peakReal'
  | 'peakProjected'
  | 'limit'
  | 'recordedCompactions'
  | 'opening'
  | 'compactions'
  | 'overflowSteps'
  | 'sparkline'
  | 'startedAt'
  | 'hash'
  | 'found'
  | 'foundBy'
  | 'severity'
  | 'verdict'
  | 'marks'
  | 'family'
>;

/** Sessions read per import when many imports are requested; most traces have fewer. */
const BRIEFS_EACH = 20;

const listed = { ready: true, deletedAt: null } satisfies Prisma.SessionWhereInput;

/** Number of listed sessions. */
export async function countSessions({ prisma }: Database): Promise<number> {
  return prisma.session.count({ where: listed });
}

/** Rows of {@link listedSessions} per query. */
const ROWS_AT_ONCE = 200;

/** All listed sessions, oldest first. */
export async function* listedSessions({ prisma }: Database): AsyncGenerator<SessionListRow> {
  let last = 0;
  for (;;) {
    const rows = await prisma.session.findMany({
      where: { ...listed, seq: { gt: last } },
      orderBy: { seq: 'asc' },
      take: ROWS_AT_ONCE,
    });
    if (rows.length === 0) return;
    yield* rows;
    last = rows.at(-1)?.seq ?? last;
  }
}

/** Listed, recorded sessions of an agent with a recorded compaction, newest first. */
export function compactedSessions(
  { prisma }: Database,
  agent: string,
  take: number,
): Promise<readonly SessionListRow[]> {
  const where = { ...listed, generated: false, agent, recordedCompactions: { gt: 0 } };
  return prisma.session.findMany({ where, orderBy: { seq: 'desc' }, take });
}

/** A listed session; null if the id is unknown. */
export async function findSession(
  { prisma }: Database,
  id: string,
): Promise<SessionListRow | null> {
  return prisma.session.findFirst({ where: { ...listed, id } });
}

/** Listed sessions of a format whose parent is recorded in one of some ways, in trace order. */
export async function sessionsOfParent(
  { prisma }: Database,
  format: string,
  parents: readonly string[],
  take: number,
): Promise<readonly SessionListRow[]> {
  // One query a parent: SQLite walks the whole list for a choice of them, an index for each.
  const found = await Promise.all(
    parents.map((parent) => {
      const where = { ...listed, format, parent };
      return prisma.session.findMany({ where, orderBy: { seq: 'asc' }, take });
    }),
  );
  return found
    .flat()
    .sort((a, b) => a.seq - b.seq)
    .slice(0, take);
}

/** The newest listed session of a format by its identifier inside a trace; null without one. */
export function findByTrace(
  { prisma }: Database,
  { format, sessionId, lane }: Pick<SessionListRow, 'format' | 'sessionId' | 'lane'>,
): Promise<SessionListRow | null> {
  const where = { ...listed, format, sessionId, lane };
  return prisma.session.findFirst({ where, orderBy: { seq: 'desc' } });
}

/** Parts of a session; `attached` is the JSON of the user's prefix. */
type SessionPart = 'head' | 'profile' | 'refs' | 'attached' | 'references';

/** One part of a session, decompressed; null without an attached prefix, or without names. */
export async function sessionPart(
  { prisma }: Database,
  id: string,
  part: SessionPart,
): Promise<Buffer | null> {
  const select: Prisma.SessionDataSelect = { [part]: true };
  const row: Partial<SessionData> = await prisma.sessionData.findUniqueOrThrow({
    where: { sessionId: id },
    select,
  });
  const packed = row[part];
  return packed ? decompress(packed) : null;
}

const brief = {
  id: true,
  importId: true,
  name: true,
  lane: true,
  steps: true,
  recordedCompactions: true,
} satisfies Prisma.SessionSelect;

/** Name and id of a session, for imports and siblings. */
export type SessionBrief = Prisma.SessionGetPayload<{ select: typeof brief }>;

/** Listed sessions of imports in trace order, at most `take` per import. */
export async function sessionsOfImports(
  { prisma }: Database,
  importIds: readonly string[],
  take: number,
): Promise<ReadonlyMap<string, readonly SessionBrief[]>> {
  const sessions = new Map<string, SessionBrief[]>(importIds.map((id) => [id, []]));
  if (importIds.length === 0) return sessions;
  const rows = await prisma.session.findMany({
    where: { ...listed, importId: { in: [...importIds] } },
    orderBy: { seq: 'asc' },
    take: take + importIds.length * BRIEFS_EACH,
    select: brief,
  });
  for (const row of rows) {
    const list = sessions.get(row.importId);
    if (list && list.length < take) list.push(row);
  }
  return sessions;
}

/** Deletes sessions from the list; they can be restored until purged. */
export async function deleteSessions(
  { prisma }: Database,
  ids: readonly string[],
): Promise<number> {
  return changeInChunks(ids, async (id) => {
    const families = await prisma.session.findMany({ where: { id }, select: { family: true } });
    const deleted = await prisma.session.updateMany({
      where: { ...listed, id },
      data: { deletedAt: Date.now() },
    });
    await prisma.session.updateMany({
      where: { family: { in: families.map(({ family }) => family) } },
      data: { family: 0 },
    });
    return deleted;
  });
}

/** Restores deleted sessions. */
export async function restoreSessions(
  { prisma }: Database,
  ids: readonly string[],
): Promise<number> {
  return changeInChunks(ids, (id) =>
    prisma.session.updateMany({
      where: { id, ready: true, deletedAt: { not: null } },
      data: { deletedAt: null, family: 0 },
    }),
  );
}

/** Parameters per statement. */
const CHUNK = 500;

async function changeInChunks(
  ids: readonly string[],
  change: (id: { in: string[] }) => Promise<{ count: number }>,
): Promise<number> {
  let changed = 0;
  for (const chunk of chunksOf(ids, CHUNK)) changed += (await change({ in: [...chunk] })).count;
  return changed;
}

/** Updates the columns of a session that the user may change. */
export async function updateSession(
  { prisma }: Database,
  row: SessionListRow,
  change: Partial<SessionSummary & Pick<Session, 'name' | 'limitOverride'>>,
): Promise<void> {
  const { id } = row;
  const texts = sessionTexts({ ...row, ...change });
  await prisma.session.update({
    where: { id },
    data: { ...change, ...texts },
    select: { id: true },
  });
  await noteChange(prisma, 'session', id);
}

/** Stores (null: removes) the attached prefix: JSON of its sizes and of its text. */
export async function attachPrefix(
  db: Database,
  id: string,
  attached: { readonly measure: string; readonly text: string } | null,
  summary: SessionSummary,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.session.updateMany({
      where: { id },
      data: { ...summary, attached: attached?.measure ?? null },
    });
    await tx.sessionData.updateMany({
      where: { sessionId: id },
      data: { attached: attached && (await compress(attached.text)) },
    });
    await noteChange(tx, 'session', id);
  });
}

/** Stores the encoded names of a session; empty for none. */
export async function storeReferences(
  { prisma }: Database,
  id: string,
  references: Uint8Array,
): Promise<void> {
  const data = { references: await compress(references) };
  await prisma.sessionData.updateMany({ where: { sessionId: id }, data });
}

/** What follows from a session's numbers besides its summary. */
export type SessionContent = Pick<Session, 'startedAt' | 'hash'>;

/** Stores the content's columns unless the user's limit or prefix changed since `row` was read. */
export async function storeContent(
  { prisma }: Database,
  { id, limitOverride, attached }: Pick<Session, 'id' | 'limitOverride' | 'attached'>,
  { startedAt, hash }: SessionContent,
): Promise<void> {
  await prisma.session.updateMany({
    where: { id, limitOverride, attached },
    data: { startedAt, hash },
  });
}

/**
 * Replaces a session's profile, and the list's columns unless the user's limit or prefix changed
 * since `row` was read.
 */
export async function replaceProfile(
  db: Database,
  row: Pick<Session, 'id' | 'limitOverride' | 'attached'>,
  profile: Uint8Array,
  summary: SessionSummary,
): Promise<void> {
  const { id, limitOverride, attached } = row;
  const data = { profile: await compress(profile) };
  await db.transaction(async (tx) => {
    await tx.sessionData.updateMany({ where: { sessionId: id }, data });
    await tx.session.updateMany({ where: { id, limitOverride, attached }, data: summary });
  });
}
