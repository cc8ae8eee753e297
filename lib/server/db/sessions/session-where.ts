import type { Dialect } from '../connection/dialect';
import type { Value } from '../connection/driver';
import { FINDINGS } from './found';

/** Numbers from `from` to `to`, both included; null is no bound. */
interface Bounds {
  readonly from: number | null;
  readonly to: number | null;
}

/** Conditions on listed sessions; an empty list and a null are none. */
export interface SessionConditions {
  /** Ids of sessions that pass whatever the conditions say of them. */
  readonly picked: readonly string[];
  /** Ids of sessions that do not. */
  readonly excluded: readonly string[];
  /** Folded words that a session's texts hold, each with the formats whose name holds it. */
  readonly words: readonly { readonly word: string; readonly formats: readonly string[] }[];
  /** Any of these formats, or a mapped one of these agents; null for any source. */
  readonly sources: {
    readonly formats: readonly string[];
    readonly mappedAgents: readonly string[];
  } | null;
  readonly agents: readonly string[];
  readonly models: readonly string[];
  /** Ranks in the order of attention. */
  readonly ranks: readonly number[];
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

/** A part of a statement, with the values of its parameters in their order. */
export interface SqlPart {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** A part without parameters. */
export const plain = (sql: string): SqlPart => ({ sql, values: [] });

/** Every part, all of which must hold. */
export const allOf = (parts: readonly SqlPart[]): SqlPart => ({
  sql: parts.map(({ sql }) => `(${sql})`).join(' AND '),
  values: parts.flatMap(({ values }) => values),
});

/** Sessions that the library lists: imported to the end, and not deleted. */
export const LISTED = plain(`"ready" AND "deletedAt" IS NULL`);

/** True for a session that is an agent's own part of another session. */
export const SUB_AGENT = `coalesce("parent" LIKE '%"relation":"subagent"%' OR "parent" LIKE '%"relation":"lane"%', false)`;

/** The part of a WHERE clause that keeps listed sessions under some conditions. */
export function whereOf(dialect: Dialect, conditions: SessionConditions): SqlPart {
  const passing = passingAll(conditions);
  const parts = [LISTED, passing];
  if (conditions.picked.length > 0) {
    const picked = among(dialect, '"id"', conditions.picked);
    const either = { sql: `${passing.sql} OR ${picked.sql}` };
    parts[1] = { ...either, values: [...passing.values, ...picked.values] };
  }
  if (conditions.excluded.length > 0) {
    const excluded = among(dialect, '"id"', conditions.excluded);
    parts.push({ ...excluded, sql: `NOT ${excluded.sql}` });
  }
  return allOf(parts);
}

function passingAll(conditions: SessionConditions): SqlPart {
  const { sources, steps, limit, startedAt, generated, subAgent } = conditions;
  const parts: readonly (SqlPart | null)[] = [
    ALWAYS,
    ...conditions.words.map(holdsWord),
    sources && oneOfSources(sources),
    oneOf('agent', conditions.agents),
    oneOf('model', conditions.models),
    oneOf('rank', conditions.ranks),
    ...conditions.positive.map((name) =>
      plain(`${name === 'findings' ? FINDINGS : `"${name}"`} > 0`),
    ),
    bounded('steps', '>=', steps.from),
    bounded('steps', '<=', steps.to),
    bounded('limit', '>=', limit.from),
    bounded('limit', '<=', limit.to),
    generated === null ? null : plain(generated ? '"generated"' : 'NOT "generated"'),
    subAgent === null ? null : plain(subAgent ? SUB_AGENT : `NOT ${SUB_AGENT}`),
    bounded('startedAt', '>=', startedAt.from),
    bounded('startedAt', '<', startedAt.to),
  ];
  return allOf(parts.filter((part) => part !== null));
}

/** True where an expression is one of any number of texts. */
export const among = (
  { textsOf }: Dialect,
  expression: string,
  texts: readonly (string | number)[],
): SqlPart => ({
  sql: `${expression} IN (${textsOf('?')})`,
  values: [JSON.stringify(texts.map(String))],
});

function holdsWord({ word, formats }: SessionConditions['words'][number]): SqlPart {
  const inText: SqlPart = {
    sql: `"searched" LIKE ? ESCAPE '!'`,
    values: [`%${word.replace(/[!%_]/g, '!$&')}%`],
  };
  const inFormat = oneOf('format', formats);
  if (inFormat === null) return inText;
  return {
    sql: `${inText.sql} OR ${inFormat.sql}`,
    values: [...inText.values, ...inFormat.values],
  };
}

function oneOf(column: string, values: readonly (string | number)[]): SqlPart | null {
  if (values.length === 0) return null;
  return { sql: `"${column}" IN (${values.map(() => '?').join(', ')})`, values };
}

function oneOfSources({
  formats,
  mappedAgents,
}: NonNullable<SessionConditions['sources']>): SqlPart {
  const known = oneOf('format', formats) ?? NEVER;
  const mapped = oneOf('agent', mappedAgents) ?? NEVER;
  return {
    sql: `("format" <> 'mapped' AND ${known.sql}) OR ("format" = 'mapped' AND ${mapped.sql})`,
    values: [...known.values, ...mapped.values],
  };
}

const NEVER = plain('1 = 0');
const ALWAYS = plain('1 = 1');

function bounded(column: string, sign: string, bound: number | null): SqlPart | null {
  return bound === null ? null : { sql: `"${column}" ${sign} ?`, values: [bound] };
}
