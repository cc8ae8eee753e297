import * as z from 'zod';
import { sessionRowSchema } from './contract';
import { severities } from '@/lib/analysis/fit/severities';
import { count, idSchema, list } from './fields';
import { filterNames, filterParameters, parseChoice } from './filter-address';
import { anySession, eventFilters, type SessionFilter } from './session-filter';

/** Columns of the library's table that can be sorted by; also their names in the address. */
export const sortColumns = [
  'severity',
  'name',
  'source',
  'agent',
  'model',
  'steps',
  'peak',
  'recorded',
  'policy',
  'compactions',
  'overflow',
  'findings',
  'imported',
] as const;
export type SortColumn = (typeof sortColumns)[number];

/** Sessions to list, and their order. */
export interface SessionListing {
  readonly filter: SessionFilter;
  /** A saved corpus: its sessions only. */
  readonly corpus?: string | null;
  /** The sessions of one import. */
  readonly importId?: string;
  /** These sessions. */
  readonly ids?: readonly string[];
  readonly sort?: { readonly column: SortColumn; readonly descending: boolean };
}

/** A listing with its heads and families: by severity sessions stand under heads. */
export interface TableListing extends SessionListing {
  /** Severities and sessions that are not as at first: sub-agents are hidden, the quiet severities closed. */
  readonly toggled: readonly string[];
}

/** Most rows of one answer: reading as many keeps the server's event loop free. */
const MOST_ROWS = 500;

/** Most heads and families that are not as at first. */
const MOST_TOGGLED = 5_000;

const text = z.string().optional();
const texts = z.array(z.string().max(500)).max(100).readonly().default([]);

/** Conditions and order of a list of sessions; the filter is written as in the address of the library. */
export const listingQuerySchema = z.strictObject({
  q: z.string().max(1_000).optional(),
  source: texts,
  agent: texts,
  model: texts,
  severity: z.array(z.enum(severities)).readonly().default([]),
  with: z.array(z.enum(eventFilters)).readonly().default([]),
  steps: text,
  limit: text,
  made: text,
  subagents: text,
  started: text,
  corpus: idSchema.optional(),
  import: idSchema.optional(),
  id: z.array(idSchema).max(MOST_ROWS).readonly().default([]),
  /** A column, with a minus for the largest first. */
  sort: z
    .enum([...sortColumns, ...sortColumns.map((column) => `-${column}` as const)])
    .default('-imported'),
});

const place = {
  skip: z.coerce.number().int().min(0).default(0),
  take: z.coerce.number().int().min(1).max(MOST_ROWS).default(MOST_ROWS),
};

/** GET /api/sessions: `take` rows after the first `skip`. */
export const sessionPageQuerySchema = listingQuerySchema.extend(place);

/** POST /api/sessions/selected: the listing whose rows are meant. */
export const tableListingQuerySchema = listingQuerySchema.extend({
  toggled: z.array(z.string()).max(MOST_TOGGLED).readonly().default([]),
});

/** GET /api/sessions/table: `at` is a session whose place is asked for. */
export const sessionTableQuerySchema = tableListingQuerySchema.extend({
  ...place,
  at: idSchema.optional(),
});

/** Names that a query may have several times. */
const LISTS = ['source', 'agent', 'model', 'severity', 'with', 'id', 'toggled'];

/** The values of a query by their names, for its schema. */
export function queryValues(parameters: URLSearchParams): Readonly<Record<string, unknown>> {
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => [
      name,
      LISTS.includes(name) ? parameters.getAll(name) : parameters.get(name),
    ]),
  );
}

/** The filter of a query, or a sentence for each condition of it that is none. */
export function queryFilter(parameters: URLSearchParams): SessionFilter | readonly string[] {
  const own = [...parameters].filter(([name]) => filterNames.some((one) => one === name));
  const { choice, faults } = parseChoice(new URLSearchParams(own));
  if (choice === null) return faults;
  return 'filter' in choice ? choice.filter : anySession;
}

/** The query of a listing; {@link queryFilter} and the schemas read it. */
export function listingParameters(listing: SessionListing | TableListing): URLSearchParams {
  const { filter, corpus = null, importId, ids = [], sort } = listing;
  const parameters = filterParameters(filter);
  if (corpus !== null) parameters.set('corpus', corpus);
  if (importId !== undefined) parameters.set('import', importId);
  for (const id of ids) parameters.append('id', id);
  if (sort !== undefined) parameters.set('sort', `${sort.descending ? '-' : ''}${sort.column}`);
  if (!('toggled' in listing)) return parameters;
  for (const name of listing.toggled) parameters.append('toggled', name);
  return parameters;
}

/** A row of the library's table: a session, or the head of those of one severity. */
const itemSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('session'),
    row: sessionRowSchema,
    /** The session that it belongs to, if the library lists it. */
    parent: z.strictObject({ id: idSchema, name: z.string() }).nullable(),
    /** Sub-agents that stand below it, shown or not; 0 where each has a row of its own. */
    subAgents: count,
    open: z.boolean(),
    /** It stands below the session that it is a sub-agent of. */
    below: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('head'),
    severity: z.enum(severities),
    open: z.boolean(),
    /** Without sub-agents that stand below their session. */
    sessions: count,
  }),
]);
export type SessionItem = Readonly<z.infer<typeof itemSchema>>;
export type SessionHead = Extract<SessionItem, { kind: 'head' }>;

/** GET /api/sessions/table: a part of the rows of the library's table. */
export const sessionTableSchema = z.strictObject({
  items: list(itemSchema),
  /** Rows of the whole table. */
  count,
  /** Sessions that the conditions keep, and those of the whole library. */
  matching: count,
  total: count,
  /** Index of the row of the session that the query names; null where it has none. */
  at: count.nullable(),
});
export type SessionTablePage = Readonly<z.infer<typeof sessionTableSchema>>;

/** Most sessions that one selection names. */
const MOST_SELECTED = 100_000;

/** POST /api/sessions/selected: some sessions, or the rows `from` … `to` − 1 of the table; else all. */
export const selectedQuerySchema = z.strictObject({
  ids: z.array(idSchema).max(MOST_SELECTED).readonly().optional(),
  from: count.optional(),
  to: count.optional(),
});
export type SelectedQuery = Readonly<z.infer<typeof selectedQuerySchema>>;

/** What a selection shows of a session. */
const selectedSessionSchema = z.strictObject({
  id: idSchema,
  steps: count,
  generated: z.boolean(),
  subAgent: z.boolean(),
});
export type SelectionRow = Readonly<z.infer<typeof selectedSessionSchema>>;

/** POST /api/sessions/selected: those of the sessions that the listing has, in its order. */
export const selectedSessionsSchema = z.strictObject({ sessions: list(selectedSessionSchema) });

const choice = z.strictObject({ value: z.string(), count });

/** A value that sessions are filtered by, and the number of the library's sessions with it. */
export type SessionChoice = Readonly<z.infer<typeof choice>>;

/** GET /api/sessions/choices: values the most frequent first. */
export const sessionChoicesSchema = z.strictObject({
  agents: list(choice),
  models: list(choice),
  sources: list(choice),
  /** The views of the library, without sub-agents of its sessions: every severity, and the agents. */
  views: z.strictObject({
    severities: list(z.strictObject({ value: z.enum(severities), count })),
    agents: list(choice),
  }),
});
