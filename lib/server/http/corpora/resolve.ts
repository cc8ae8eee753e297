import type { Database } from '@/lib/server/db/client';
import { frozenSessions } from '@/lib/server/db/sessions/corpora';
import { sessionsOfIds, sessionsWhere, type FactsRow } from '@/lib/server/db/sessions/corpus-rows';
import {
  MOST_CORPUS_ROWS,
  type CorpusPage,
  type CorpusRow,
} from '@/lib/api/contract/corpus-contract';
import { queryWords, searchedText, type SessionFilter } from '@/lib/api/contract/session-filter';
import { conditionsOf, labelOf } from './conditions';
import { corpusRow, readMissingFacts } from './session-facts';

/** Sessions of a set: all that pass a filter, or a list with the hashes that it was frozen with. */
export type SessionSet =
  | { readonly filter: SessionFilter }
  | { readonly list: readonly { readonly id: string; readonly hash: string | null }[] };

interface PageOf {
  /** The `next` of the page before. */
  readonly after?: number | undefined;
  readonly take: number;
}

/** The set of a saved corpus. */
export async function setOfCorpus(
  db: Database,
  { id, sha256, filter }: { id: string; sha256: string | null; filter: SessionFilter | null },
): Promise<SessionSet> {
  return filter !== null && sha256 === null ? { filter } : { list: await frozenSessions(db, id) };
}

/** A page of a set: a filter's sessions in order of arrival, a list's in its own order. */
export const resolvePage = (db: Database, set: SessionSet, page: PageOf): Promise<CorpusPage> =>
  'filter' in set ? filterPage(db, set.filter, page) : listPage(db, set.list, page);

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
  filter: SessionFilter,
  { after = 0, take }: PageOf,
): Promise<CorpusPage> {
  const { from, to } = filter.started;
  if (from !== null || to !== null) {
    const any = { from: null, to: null };
    await readMissingFacts(db, { ...conditionsOf(filter), startedAt: any });
  }
  const sessions: CorpusRow[] = [];
  const missing: string[] = [];
  let passed = 0;
  let last = after;
  for await (const row of matching(db, filter, after, take)) {
    last = row.seq;
    const session = await corpusRow(db, row);
    if (session) sessions.push(session);
    else missing.push(row.id);
    if (++passed === take) break;
  }
  return { sessions, missing, changed: [], next: passed === take ? last : null };
}

/** Listed sessions after a cursor that pass a filter, its words included. */
async function* matching(
  db: Database,
  filter: SessionFilter,
  after: number,
  atOnce: number,
): AsyncGenerator<FactsRow, void> {
  const conditions = conditionsOf(filter);
  const words = queryWords(filter.query);
  const holds = (row: FactsRow): boolean => {
    const text = searchedText(row, labelOf);
    return words.every((word) => text.includes(word));
  };
  let cursor = after;
  for (;;) {
    const rows = await sessionsWhere(db, conditions, cursor, atOnce);
    yield* words.length === 0 ? rows : rows.filter(holds);
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return;
    cursor = last.seq;
  }
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
