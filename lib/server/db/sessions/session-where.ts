import type { Value } from '../connection/driver';
import { FINDINGS } from './found';

/** Numbers from `from` to `to`, both included; null is no bound. */
interface Bounds {
  readonly from: number | null;
  readonly to: number | null;
}

/** Conditions on listed sessions; an empty list and a null are none. */
export interface SessionConditions {
  /** Any of these formats, or a mapped one of these agents; null for any source. */
  readonly sources: {
    readonly formats: readonly string[];
    readonly mappedAgents: readonly string[];
  } | null;
  readonly agents: readonly string[];
  readonly models: readonly string[];
  /** Columns that must be more than 0. */
  readonly positive: readonly (
    'recordedCompactions' | 'compactions' | 'overflowSteps' | 'findings'
  )[];
  readonly steps: Bounds;
  readonly limit: Bounds;
  readonly generated: boolean | null;
  readonly subAgent: boolean | null;
  /** Milliseconds since 1970; `to` is excluded. */
  readonly startedAt: Bounds;
}

/** SQL of a condition, with its values. */
interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Relations of sessions that are an agent's own part of another session. */
const SUB_AGENT = `coalesce("parent" LIKE '%"relation":"subagent"%' OR "parent" LIKE '%"relation":"lane"%', false)`;

/** The part of a WHERE clause that keeps listed sessions under some conditions. */
export function whereOf(conditions: SessionConditions): Condition {
  const { sources, steps, limit, startedAt, generated, subAgent } = conditions;
  const parts: readonly (Condition | null)[] = [
    { sql: `"ready" AND "deletedAt" IS NULL`, values: [] },
    sources && oneOfSources(sources),
    oneOf('agent', conditions.agents),
    oneOf('model', conditions.models),
    ...conditions.positive.map((name) => ({
      sql: `${name === 'findings' ? FINDINGS : `"${name}"`} > 0`,
      values: [],
    })),
    bounded('steps', '>=', steps.from),
    bounded('steps', '<=', steps.to),
    bounded('limit', '>=', limit.from),
    bounded('limit', '<=', limit.to),
    generated === null ? null : { sql: generated ? '"generated"' : 'NOT "generated"', values: [] },
    subAgent === null ? null : { sql: subAgent ? SUB_AGENT : `NOT ${SUB_AGENT}`, values: [] },
    bounded('startedAt', '>=', startedAt.from),
    bounded('startedAt', '<', startedAt.to),
  ];
  const given = parts.filter((part) => part !== null);
  return {
    sql: given.map(({ sql }) => `(${sql})`).join(' AND '),
    values: given.flatMap(({ values }) => values),
  };
}

function oneOf(column: string, values: readonly string[]): Condition | null {
  if (values.length === 0) return null;
  return { sql: `"${column}" IN (${values.map(() => '?').join(', ')})`, values };
}

function oneOfSources({
  formats,
  mappedAgents,
}: NonNullable<SessionConditions['sources']>): Condition {
  const known = oneOf('format', formats) ?? NEVER;
  const mapped = oneOf('agent', mappedAgents) ?? NEVER;
  return {
    sql: `("format" <> 'mapped' AND ${known.sql}) OR ("format" = 'mapped' AND ${mapped.sql})`,
    values: [...known.values, ...mapped.values],
  };
}

const NEVER: Condition = { sql: '1 = 0', values: [] };

function bounded(column: string, sign: string, bound: number | null): Condition | null {
  return bound === null ? null : { sql: `"${column}" ${sign} ?`, values: [bound] };
}
