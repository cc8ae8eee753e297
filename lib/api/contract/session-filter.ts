import * as z from 'zod';
import { severities } from '@/lib/analysis/fit/severities';
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
    /** What they need attention for, the worst of a session and its sub-agents. */
    severities: z.array(z.enum(severities)).max(severities.length).readonly().default([]),
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

/** True for a session that belongs to another one: a sub-agent or a side chain. */
export const isSubAgent = ({ parent }: Pick<SessionRow, 'parent'>): boolean =>
  parent?.relation === 'subagent' || parent?.relation === 'lane';

const DAY = 86_400_000;

/** Milliseconds since 1970 at which a range of days begins and ends, the end excluded. */
export const timesOf = ({ from, to }: SessionFilter['started']): Range => ({
  from: from === null ? null : Date.parse(from),
  to: to === null ? null : Date.parse(to) + DAY,
});
