import type { Database } from '../client';
import { compress, decompress } from '../compress';
import type { Corpus } from '../generated/client';
import { newId } from '../id';

/** A saved corpus without its list of sessions. */
export type CorpusRow = Omit<Corpus, 'frozen'>;

/** A session of a frozen list, with the hash of its numbers at that time. */
export interface CorpusMember {
  readonly id: string;
  readonly hash: string;
}

/** A list to freeze; `sha256` is that of its hashes. */
export interface FrozenList {
  readonly sessions: readonly CorpusMember[];
  readonly sha256: string;
}

/** Most corpora of a library. */
export const MOST_CORPORA = 1_000;

const brief = {
  ...{ id: true, name: true, filter: true, sessions: true },
  ...{ sha256: true, createdAt: true, updatedAt: true },
} as const;

/** The saved corpora, most recently changed first. */
export function listCorpora({ prisma }: Database): Promise<readonly CorpusRow[]> {
  return prisma.corpus.findMany({
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
    select: brief,
  });
}

export function findCorpus({ prisma }: Database, id: string): Promise<CorpusRow | null> {
  return prisma.corpus.findUnique({ where: { id }, select: brief });
}

/** Sessions of a frozen corpus, in the order they were listed; empty for a filter. */
export async function frozenSessions(
  { prisma }: Database,
  id: string,
): Promise<readonly CorpusMember[]> {
  const row = await prisma.corpus.findUnique({ where: { id }, select: { frozen: true } });
  if (!row?.frozen) return [];
  const pairs = JSON.parse((await decompress(row.frozen)).toString('utf8')) as [string, string][];
  return pairs.map(([session, hash]) => ({ id: session, hash }));
}

const listColumns = async ({ sessions, sha256 }: FrozenList) => ({
  frozen: await compress(JSON.stringify(sessions.map(({ id, hash }) => [id, hash]))),
  sessions: sessions.length,
  sha256,
});

/** Saves a corpus, a filter as JSON or a list; null if the library has the most it may keep. */
export async function createCorpus(
  { prisma }: Database,
  { name, filter, list }: { name: string; filter: string | null; list: FrozenList | null },
): Promise<CorpusRow | null> {
  if ((await prisma.corpus.count()) >= MOST_CORPORA) return null;
  const now = Date.now();
  const frozen = list === null ? {} : await listColumns(list);
  return prisma.corpus.create({
    data: { id: newId(), name, filter, ...frozen, createdAt: now, updatedAt: now },
    select: brief,
  });
}

/** Changes name or filter, or freezes the list; false if the id is unknown, or the list is frozen. */
export async function changeCorpus(
  { prisma }: Database,
  id: string,
  change: { readonly name: string } | { readonly filter: string } | { readonly list: FrozenList },
): Promise<boolean> {
  const data = 'list' in change ? await listColumns(change.list) : change;
  const { count } = await prisma.corpus.updateMany({
    where: 'name' in change ? { id } : { id, sha256: null },
    data: { ...data, updatedAt: Date.now() },
  });
  return count > 0;
}

/** Deletes a corpus, not its sessions; false if the id is unknown. */
export async function deleteCorpus({ prisma }: Database, id: string): Promise<boolean> {
  const { count } = await prisma.corpus.deleteMany({ where: { id } });
  return count > 0;
}
