import { noteChange } from './changes';
import type { Database } from './client';
import { compress, decompress } from './compress';
import type { Prisma, Session, SessionData } from './generated/client';

/** A session as the library lists it. */
export type SessionListRow = Session;

/** The columns that replay fills: they change with the user's limit and prefix. */
export type SessionSummary = Pick<
  Session,
  | 'peakReal'
  | 'peakProjected'
  | 'limit'
  | 'recordedCompactions'
  | 'compactions'
  | 'overflowSteps'
  | 'usageTier'
  | 'sparkline'
>;

/** Sessions read for each import when many are asked for; most traces hold fewer. */
const BRIEFS_EACH = 20;

const listed = { ready: true, deletedAt: null } satisfies Prisma.SessionWhereInput;

/** How many sessions the library lists. */
export async function countSessions({ prisma }: Database): Promise<number> {
  return prisma.session.count({ where: listed });
}

/** Rows of {@link listedSessions} read at a time. */
const ROWS_AT_ONCE = 200;

/** Every session that the library lists, oldest first. */
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

/** A listed session; null when there is none under this id. */
export async function findSession(
  { prisma }: Database,
  id: string,
): Promise<SessionListRow | null> {
  return prisma.session.findFirst({ where: { ...listed, id } });
}

/** What a session consists of; `attached` is the JSON of the user's prefix. */
export type SessionPart = 'head' | 'profile' | 'refs' | 'attached';

/** One part of a session, decompressed; null where no prefix is attached. */
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
  usageTier: true,
} satisfies Prisma.SessionSelect;

/** The little that an import or a sibling names of a session. */
export type SessionBrief = Prisma.SessionGetPayload<{ select: typeof brief }>;

/** Listed sessions of imports in the order of their traces, at most `take` of each. */
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

/** Takes sessions from the list; they can be restored until they are purged. */
export async function deleteSessions(
  { prisma }: Database,
  ids: readonly string[],
): Promise<number> {
  return changeInChunks(ids, (id) =>
    prisma.session.updateMany({
      where: { ...listed, id },
      data: { deletedAt: Date.now() },
    }),
  );
}

/** Puts deleted sessions back into the list. */
export async function restoreSessions(
  { prisma }: Database,
  ids: readonly string[],
): Promise<number> {
  return changeInChunks(ids, (id) =>
    prisma.session.updateMany({
      where: { id, ready: true, deletedAt: { not: null } },
      data: { deletedAt: null },
    }),
  );
}

/** A statement takes so many parameters. */
const CHUNK = 500;

async function changeInChunks(
  ids: readonly string[],
  change: (id: { in: string[] }) => Promise<{ count: number }>,
): Promise<number> {
  let changed = 0;
  for (let i = 0; i < ids.length; i += CHUNK) {
    changed += (await change({ in: ids.slice(i, i + CHUNK) })).count;
  }
  return changed;
}

/** Changes what the user may change of a session. */
export async function updateSession(
  { prisma }: Database,
  id: string,
  change: Partial<SessionSummary & Pick<Session, 'name' | 'limitOverride'>>,
): Promise<void> {
  await prisma.session.update({ where: { id }, data: change, select: { id: true } });
  await noteChange(prisma, 'session', id);
}

/** Stores (null: removes) the attached prefix: the JSON of its measure and of its text. */
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

/**
 * Stores a session's profile anew; the list's columns with it, unless the user's limit or prefix
 * has changed since `row` was read.
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
