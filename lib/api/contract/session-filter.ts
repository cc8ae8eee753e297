import * as z from 'zod';
import type { SessionRow } from './contract';

/** Events that a session can be filtered by; also their names in the address. */
export const eventFilters = ['recorded', 'replayed', 'overflow', 'findings'] as const;
export type EventFilter = (typeof eventFilters)[number];

const names = z.array(z.string().min(1).max(500)).max(100).readonly().default([]);
const bound = z.int().min(0).max(2_147_483_647).nullable().default(null);
const day = z.iso.date().nullable().default(null);
const ANY = { from: null, to: null };

/** Numbers from `from` to `to`, both included; null is no bound. */
const rangeSchema = z.strictObject({ from: bound, to: bound }).readonly().default(ANY);
export type Range = z.output<typeof rangeSchema>;

/** A choice of sessions: one that passes has a value of every list that is not empty, and all events. */
export const sessionFilterSchema = z
  .strictObject({
    /** Words that occur in name, file, source, agent, model or lane; letters of either case. */
    query: z.string().max(1_000).default(''),
    /** Names of formats, as the library shows them. */
    sources: names,
    agents: names,
    models: names,
    /** Compactions in the recording, compactions and overflowing steps of the library's replay, findings. */
    events: z.array(z.enum(eventFilters)).max(4).readonly().default([]),
    steps: rangeSchema,
    limit: rangeSchema,
    made: z.enum(['recorded', 'generated']).nullable().default(null),
    /** Sessions that belong to another one: sub-agents and side chains. */
    subAgents: z.enum(['only', 'none']).nullable().default(null),
    /** Days of the first step, UTC, both included; a session without times passes no such range. */
    started: z.strictObject({ from: day, to: day }).readonly().default(ANY),
  })
  .readonly();
export type SessionFilter = z.output<typeof sessionFilterSchema>;

/** Every session. */
export const anySession: SessionFilter = sessionFilterSchema.parse({});

/** Names the source of a session. */
export type SourceLabel = (row: Pick<SessionRow, 'format' | 'agent'>) => string;

/**
 * Name of a session's format: the importer's, else its id; for a mapped format, the mapping's name.
 */
export const sourceLabel =
  (labels: Readonly<Record<string, string>>): SourceLabel =>
  ({ format, agent }) => {
    if (format === 'mapped') return agent;
    return format === 'scenario' ? 'Generated' : (labels[format] ?? format);
  };

const counts: Readonly<Record<EventFilter, (row: SessionRow) => number | null>> = {
  recorded: ({ recordedCompactions }) => recordedCompactions,
  replayed: ({ compactions }) => compactions,
  overflow: ({ overflowSteps }) => overflowSteps,
  findings: ({ findings }) => findings,
};

/** True for a session that belongs to another one: a sub-agent or a side chain. */
export const isSubAgent = ({ parent }: Pick<SessionRow, 'parent'>): boolean =>
  parent?.relation === 'subagent' || parent?.relation === 'lane';

const DAY = 86_400_000;

/** Milliseconds since 1970 at which a range of days begins and ends, the end excluded. */
export const timesOf = ({ from, to }: SessionFilter['started']): Range => ({
  from: from === null ? null : Date.parse(from),
  to: to === null ? null : Date.parse(to) + DAY,
});

const within = (value: number | null, { from, to }: Range): boolean =>
  (from === null && to === null) ||
  (value !== null && (from === null || value >= from) && (to === null || value <= to));

const among = <T>(list: readonly T[], value: T | null): boolean =>
  list.length === 0 || (value !== null && list.includes(value));

/** True for sessions that a filter keeps, its words aside. */
export function passing(filter: SessionFilter, label: SourceLabel): (row: SessionRow) => boolean {
  const { from, to } = timesOf(filter.started);
  const times = { from, to: to === null ? null : to - 1 };
  return (row) =>
    among(filter.sources, label(row)) &&
    among(filter.agents, row.agent) &&
    among(filter.models, row.model) &&
    filter.events.every((event) => (counts[event](row) ?? 0) > 0) &&
    within(row.steps, filter.steps) &&
    within(row.limit, filter.limit) &&
    (filter.made === null || row.generated === (filter.made === 'generated')) &&
    (filter.subAgents === null || isSubAgent(row) === (filter.subAgents === 'only')) &&
    within(row.startedAt, times);
}

/** The words of a query, in lower case. */
export const queryWords = (query: string): readonly string[] =>
  query.toLowerCase().split(/\s+/).filter(Boolean);

/** Columns of a session that are searched. */
export type SearchedRow = Pick<SessionRow, 'name' | 'file' | 'format' | 'agent' | 'model' | 'lane'>;

/** The text of a session that words are searched in, in lower case. */
export function searchedText(row: SearchedRow, label: SourceLabel): string {
  const { name, file, agent, model, lane } = row;
  return [name, file, agent, model ?? '', lane, label(row)].join('\n').toLowerCase();
}
