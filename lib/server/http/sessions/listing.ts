import type { Database } from '@/lib/server/db/client';
import { severities, type Severity } from '@/lib/analysis/fit/severities';
import { settleFamilies } from '@/lib/server/db/sessions/families';
import {
  familySizes,
  itemIndex,
  listedItems,
  sessionSizes,
  type ListedItem,
  type SessionGrouping,
} from '@/lib/server/db/sessions/session-groups';
import {
  countShown,
  shownSessions,
  valueCounts,
  viewCounts,
  type SessionListing,
} from '@/lib/server/db/sessions/session-listing';
import { parentsOf, sessionRowsJson } from '@/lib/server/db/sessions/session-list';
import { countSessions } from '@/lib/server/db/sessions/sessions';
import { sessionPageSchema, sessionRowSchema, type SessionRow } from '@/lib/api/contract/contract';
import {
  queryFilter,
  queryValues,
  selectedQuerySchema,
  selectedSessionsSchema,
  sessionChoicesSchema,
  sessionPageQuerySchema,
  sessionTableQuerySchema,
  sessionTableSchema,
  tableListingQuerySchema,
  type listingQuerySchema,
  type SessionChoice,
  type SessionItem,
  type SortColumn,
} from '@/lib/api/contract/session-listing';
import { filterParameters } from '@/lib/api/contract/filter-address';
import type { SessionFilter } from '@/lib/api/contract/session-filter';
import type * as z from 'zod';
import { conditionsOf, formatNames, labelOf } from '../corpora/conditions';
import { namedSet } from '../corpora/corpora';
import type { SessionSet } from '../corpora/resolve';
import { badRequest, checked, handler, jsonBody, reply, RequestError } from '../handler';

export const getSessions = handler(
  {
    at: 'GET /api/sessions',
    about: 'A part of the library’s sessions under some conditions, newest first or as sorted.',
    answer: sessionPageSchema,
    query: sessionPageQuerySchema,
  },
  async ({ db, request }) => {
    const { query, listing } = await asked(db, request, sessionPageQuerySchema);
    const [seqs, counts] = await Promise.all([
      shownSessions(db, listing, query.skip, query.take),
      countsOf(db, listing),
    ]);
    const rows = await rowsOf(db, seqs);
    const sessions = seqs.flatMap((seq) => rows.get(seq) ?? []);
    return reply(sessionPageSchema, { sessions, ...counts });
  },
);

export const getSessionTable = handler(
  {
    at: 'GET /api/sessions/table',
    about: 'A part of the library’s table: sessions, and groups of them.',
    answer: sessionTableSchema,
    query: sessionTableQuerySchema,
  },
  async ({ db, request }) => {
    const { query, listing, filters } = await asked(db, request, sessionTableQuerySchema);
    const grouping = groupingOf(query, listing, filters);
    const { items, count } = await listedItems(db, listing, grouping, query.skip, query.take);
    const at = query.at === undefined ? null : await itemIndex(db, listing, grouping, query.at);
    return reply(sessionTableSchema, {
      ...{ items: await itemsOf(db, listing, grouping, items), count, at },
      ...(await countsOf(db, listing)),
    });
  },
);

export const postSelected = handler(
  {
    at: 'POST /api/sessions/selected',
    about: 'What a selection of a listing’s sessions, or of the rows of its table, comes to.',
    query: tableListingQuerySchema,
    body: selectedQuerySchema,
    answer: selectedSessionsSchema,
  },
  async ({ db, request }) => {
    const { query, listing, filters } = await asked(db, request, tableListingQuerySchema);
    const { ids, from = 0, to } = await jsonBody(request, selectedQuerySchema);
    const grouping = groupingOf(query, listing, filters);
    const rows =
      to === undefined ? null : await listedItems(db, listing, grouping, from, to - from);
    const sessions = await sessionSizes(
      db,
      ids === undefined ? listing : { ...listing, ids: within(listing.ids, ids) },
      rows && { grouping, items: rows.items },
    );
    return reply(selectedSessionsSchema, { sessions });
  },
);

export const getSessionChoices = handler(
  {
    at: 'GET /api/sessions/choices',
    about: 'Values that the library’s sessions can be filtered by, with their numbers.',
    answer: sessionChoicesSchema,
  },
  async ({ db }) => {
    await settleFamilies(db);
    const { agents, models, formats } = await valueCounts(db);
    const views = await viewCounts(db);
    const sources = formats.map(({ value: format, agent, count }) => ({
      value: labelOf({ format, agent }),
      count,
    }));
    return reply(sessionChoicesSchema, {
      ...{ agents: byCount(agents), models: byCount(models), sources: byCount(sources) },
      views: {
        severities: severities.map((value, rank) => ({ value, count: views.ranks.get(rank) ?? 0 })),
        agents: byCount(views.agents),
      },
    });
  },
);

/** The query of a request and the listing that it names. @throws RequestError for a wrong condition. */
async function asked<S extends z.ZodType<z.output<typeof listingQuerySchema>>>(
  db: Database,
  request: Request,
  schema: S,
): Promise<{
  readonly query: z.output<S>;
  readonly listing: SessionListing;
  readonly filters: readonly SessionFilter[];
}> {
  await settleFamilies(db);
  const parameters = new URL(request.url).searchParams;
  const query = checked(schema, queryValues(parameters));
  const filter = queryFilter(parameters);
  if (!('query' in filter)) throw badRequest(filter.join(' '));
  const corpus = query.corpus === undefined ? null : await corpusSet(db, query.corpus);
  const ids = query.id.length === 0 ? null : query.id;
  const { filter: saved = null, ...byHand } = corpus !== null && 'filter' in corpus ? corpus : {};
  const filters = saved === null ? [filter] : [filter, saved];
  return {
    query,
    filters,
    listing: {
      conditions: filters.map((one) => conditionsOf(one, one === saved ? byHand : {})),
      ids: corpus !== null && 'list' in corpus ? within(ids, idsOf(corpus.list)) : ids,
      importId: query.import ?? null,
      column: query.sort.replace('-', '') as SortColumn,
      descending: query.sort.startsWith('-'),
      formatNames,
    },
  };
}

/** Severities whose sessions are hidden below their head until it is opened. */
const QUIET: readonly Severity[] = ['below', 'brief'];

/** True for a filter that keeps a session with its sub-agents, or neither. */
const keepsFamilies = (filter: SessionFilter): boolean =>
  filterParameters({ ...filter, agents: [], severities: [] }).size === 0;

/** How a table is put together: by severity under heads, quiet ones closed unless they were asked for. */
function groupingOf(
  { sort, toggled }: z.output<typeof tableListingQuerySchema>,
  { ids, importId, conditions }: SessionListing,
  filters: readonly SessionFilter[],
): SessionGrouping {
  const isPicked = conditions.some(({ picked, excluded }) => picked.length + excluded.length > 0);
  const asked = filters.some((filter) => filter.query !== '' || filter.severities.length > 0);
  const closed = severities.filter((one) =>
    QUIET.includes(one) ? !asked && !toggled.includes(one) : toggled.includes(one),
  );
  return {
    by: sort === 'severity' ? 'rank' : 'off',
    folds: filters.every(keepsFamilies),
    isPart: ids !== null || importId !== null || isPicked,
    closed: closed.map((one) => severities.indexOf(one)),
    opened: toggled,
  };
}

const idsOf = (list: readonly { readonly id: string }[]): readonly string[] =>
  list.map(({ id }) => id);

/** The ids among others; null is every session. */
function within(known: readonly string[] | null, ids: readonly string[]): readonly string[] {
  if (known === null) return ids;
  const held = new Set(known);
  return ids.filter((id) => held.has(id));
}

/** The sessions of a corpus; one that is gone has none. */
async function corpusSet(db: Database, corpus: string): Promise<SessionSet> {
  try {
    return await namedSet(db, { corpus });
  } catch (error) {
    if (error instanceof RequestError && error.body.code === 'not-found') return { list: [] };
    throw error;
  }
}

async function countsOf(db: Database, listing: SessionListing) {
  const [matching, total] = await Promise.all([countShown(db, listing), countSessions(db)]);
  return { matching, total };
}

/** Sessions by their place in the order of arrival; without those that a live import has just replaced. */
async function rowsOf(
  db: Database,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, SessionRow>> {
  const rows = await sessionRowsJson(db, seqs);
  return new Map(rows.map(([seq, row]) => [seq, sessionRowSchema.parse(JSON.parse(row))]));
}

async function itemsOf(
  db: Database,
  listing: SessionListing,
  grouping: SessionGrouping,
  items: readonly ListedItem[],
): Promise<readonly SessionItem[]> {
  const seqs = items.flatMap((item) => ('seq' in item ? [item.seq] : []));
  const rows = await rowsOf(db, seqs);
  const folds = grouping.folds && grouping.by === 'rank';
  const sizes = folds ? await familySizes(db, listing, seqs) : new Map<number, number>();
  const children = [...rows.values()].flatMap(({ id, importId, parent }) =>
    parent === null ? [] : [{ id, importId, parent }],
  );
  const parents = await parentsOf(db, children);
  return items.flatMap((item): readonly SessionItem[] => {
    if ('rank' in item) {
      const { rank, open, sessions } = item;
      return [{ kind: 'head', severity: severities[rank] ?? 'below', open, sessions }];
    }
    const row = rows.get(item.seq);
    if (row === undefined) return [];
    const parent = parents.get(row.id) ?? null;
    const subAgents = sizes.get(item.seq) ?? 0;
    const below = folds && item.below;
    return [
      { kind: 'session', row, parent, subAgents, open: grouping.opened.includes(row.id), below },
    ];
  });
}

/** Values with their numbers together, the most frequent first. */
function byCount(values: readonly SessionChoice[]): readonly SessionChoice[] {
  const counts = new Map<string, number>();
  for (const { value, count } of values) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
