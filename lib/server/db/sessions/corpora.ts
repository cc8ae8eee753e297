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
  ...{ id: true, name: true, filter: true, picked: true, excluded: true },
  ...{ sessions: true, sha256: true, createdAt: true, updatedAt: true },
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

/** What a corpus is made of: a filter as JSON and sessions picked by hand, or a frozen list. */
interface NewCorpus {
  readonly name: string;
  readonly filter: string | null;
  readonly picked: readonly string[];
  readonly list: FrozenList | null;
}

/** Saves a corpus; null if the library has the most it may keep. */
export async function createCorpus(
  { prisma }: Database,
  { name, filter, picked, list }: NewCorpus,
): Promise<CorpusRow | null> {
  if ((await prisma.corpus.count()) >= MOST_CORPORA) return null;
  const now = Date.now();
  const frozen = list === null ? {} : await listColumns(list);
  return prisma.corpus.create({
    data: {
      ...{ id: newId(), name, filter, picked: JSON.stringify(picked) },
      ...{ ...frozen, createdAt: now, updatedAt: now },
    },
    select: brief,
  });
}

/** What a corpus that is not frozen is made of; what is left out stays. */
interface CorpusParts {
  readonly filter?: string;
  readonly picked?: readonly string[];
  readonly excluded?: readonly string[];
}

const columnsOf = ({ picked, excluded, ...rest }: { readonly name?: string } & CorpusParts) => ({
  ...rest,
  ...(excluded === undefined ? {} : { excluded: JSON.stringify(excluded) }),
  ...(picked === undefined ? {} : { picked: JSON.stringify(picked) }),
});

/** Changes the name of a corpus or what it is made of, or freezes it; false if the id is unknown, or it is frozen. */
export async function changeCorpus(
  { prisma }: Database,
  id: string,
  change: { readonly name: string } | CorpusParts | { readonly list: FrozenList },
): Promise<boolean> {
  const data = 'list' in change ? await listColumns(change.list) : columnsOf(change);
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
