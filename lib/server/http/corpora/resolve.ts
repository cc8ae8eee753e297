import type { Database } from '@/lib/server/db/client';
import { frozenSessions } from '@/lib/server/db/sessions/corpora';
import { sessionsOfIds, sessionsWhere } from '@/lib/server/db/sessions/corpus-rows';
import {
  MOST_CORPUS_ROWS,
  type Corpus,
  type CorpusPage,
  type CorpusRow,
} from '@/lib/api/contract/corpus-contract';
import type { SessionFilter } from '@/lib/api/contract/session-filter';
import { conditionsOf, type ByHand } from './conditions';
import { corpusRow, readMissingFacts } from './session-facts';

/**
 * Sessions of a set: all that pass a filter but those left out, and those picked beside it, or a list with the hashes that it
 * was frozen with.
 */
export type SessionSet =
  | ({ readonly filter: SessionFilter } & Partial<ByHand>)
  | { readonly list: readonly { readonly id: string; readonly hash: string | null }[] };

interface PageOf {
  /** The `next` of the page before. */
  readonly after?: number | undefined;
  readonly take: number;
}

/** A list of sessions as they are now. */
export const listOf = (ids: readonly string[]): SessionSet => ({
  list: [...new Set(ids)].map((id) => ({ id, hash: null })),
});

/** The set of a saved corpus. */
export async function setOfCorpus(
  db: Database,
  { id, frozen, filter, picked, excluded }: Omit<Corpus, 'name' | 'createdAt' | 'updatedAt'>,
): Promise<SessionSet> {
  if (frozen !== null) return { list: await frozenSessions(db, id) };
  return filter === null ? listOf(picked) : { filter, picked, excluded };
}

/** A page of a set: a filter's sessions in order of arrival, a list's in its own order. */
export const resolvePage = (db: Database, set: SessionSet, page: PageOf): Promise<CorpusPage> =>
  'filter' in set ? filterPage(db, set, page) : listPage(db, set.list, page);

/** All pages of a set, one after the other. */
export async function* pagesOf(db: Database, set: SessionSet): AsyncGenerator<CorpusPage, void> {
  let after: number | null = 0;
  while (after !== null) {
    const page: CorpusPage = await resolvePage(db, set, { after, take: MOST_CORPUS_ROWS });
    yield page;
    after = page.next;
  }
}

async function filterPage(
  db: Database,
  { filter, ...byHand }: Extract<SessionSet, { filter: unknown }>,
  { after = 0, take }: PageOf,
): Promise<CorpusPage> {
  const { from, to } = filter.started;
  if (from !== null || to !== null) {
    const any = { from: null, to: null };
    await readMissingFacts(db, { ...conditionsOf(filter), startedAt: any });
  }
  const sessions: CorpusRow[] = [];
  const missing: string[] = [];
  const rows = await sessionsWhere(db, conditionsOf(filter, byHand), after, take);
  for (const row of rows) {
    const session = await corpusRow(db, row);
    if (session) sessions.push(session);
    else missing.push(row.id);
  }
  return {
    ...{ sessions, missing, changed: [] },
    next: rows.length === take ? (rows.at(-1)?.seq ?? null) : null,
  };
}

async function listPage(
  db: Database,
  list: Extract<SessionSet, { list: unknown }>['list'],
  { after = 0, take }: PageOf,
): Promise<CorpusPage> {
  const end = after + take;
  const part = list.slice(after, end);
  const rows = await sessionsOfIds(
    db,
    part.map(({ id }) => id),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const sessions: CorpusRow[] = [];
  const missing: string[] = [];
  const changed: string[] = [];
  for (const { id, hash } of part) {
    const row = found.get(id);
    const session = row === undefined ? null : await corpusRow(db, row);
    if (session === null) missing.push(id);
    else sessions.push(session);
    if (session !== null && hash !== null && hash !== session.hash) changed.push(id);
  }
  return { sessions, missing, changed, next: end < list.length ? end : null };
}
