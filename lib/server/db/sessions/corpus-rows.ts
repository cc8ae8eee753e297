import { chunksOf } from '../chunks';
import type { Database, Value } from '../client';
import { whereOf, type SessionConditions } from './session-where';

/** Columns of a session that a corpus or a search needs, in the order they are read. */
const COLUMNS = [
  'seq',
  'id',
  'importId',
  'name',
  'file',
  'format',
  'agent',
  'lane',
  'sessionId',
  'parent',
  'model',
  'steps',
  'limit',
  'peakReal',
  'peakProjected',
  'generated',
  'startedAt',
  'hash',
  'project',
  'opening',
] as const;

/** A session's facts, without its numbers. */
export interface FactsRow {
  readonly seq: number;
  readonly id: string;
  readonly importId: string;
  readonly name: string;
  readonly file: string;
  readonly format: string;
  readonly agent: string;
  readonly lane: string;
  readonly sessionId: string;
  /** JSON of {sessionId, lane, relation}. */
  readonly parent: string | null;
  readonly model: string | null;
  readonly steps: number;
  readonly limit: number | null;
  readonly peakReal: number | null;
  readonly peakProjected: boolean;
  readonly generated: boolean;
  readonly startedAt: number | null;
  readonly hash: string | null;
  /** Hash of the project it belongs to; null: unknown. */
  readonly project: string | null;
  /** JSON of what it opens with; null until it is judged. */
  readonly opening: string | null;
}

const SELECT = `SELECT ${COLUMNS.map((name) => `"${name}"`).join(', ')} FROM "Session"`;

function rowOf(values: readonly unknown[]): FactsRow {
  const row: Record<string, unknown> = {};
  COLUMNS.forEach((name, i) => (row[name] = values[i] ?? null));
  for (const name of ['generated', 'peakProjected']) row[name] = Boolean(row[name]);
  return row as unknown as FactsRow;
}

/** Listed sessions under conditions, in order of arrival: those after the cursor, at most `take`. */
export async function sessionsWhere(
  { importing, dialect }: Database,
  conditions: SessionConditions,
  after: number,
  take: number,
): Promise<readonly FactsRow[]> {
  const { sql, values } = whereOf(dialect, conditions);
  const all: readonly Value[] = [...values, after, take];
  const query = `${SELECT} WHERE ${sql} AND "seq" > ? ORDER BY "seq" LIMIT ?`;
  return (await importing.query(query, all)).map(rowOf);
}

/** Parameters per statement. */
const CHUNK = 500;

/** The listed sessions among some ids, in any order. */
export async function sessionsOfIds(
  { importing }: Database,
  ids: readonly string[],
): Promise<readonly FactsRow[]> {
  const rows: FactsRow[] = [];
  for (const chunk of chunksOf(ids, CHUNK)) {
    const marks = chunk.map(() => '?').join(', ');
    const query = `${SELECT} WHERE "id" IN (${marks}) AND "ready" AND "deletedAt" IS NULL`;
    rows.push(...(await importing.query(query, chunk)).map(rowOf));
  }
  return rows;
}

/**
 * Listed sessions under conditions whose numbers were not read since they changed, in order of
 * arrival: those after the cursor, at most `take`.
 */
export async function unreadSessions(
  { importing, dialect }: Database,
  conditions: SessionConditions | null,
  after: number,
  take: number,
): Promise<readonly Pick<FactsRow, 'id' | 'seq'>[]> {
  const { sql, values } = conditions
    ? whereOf(dialect, conditions)
    : { sql: '"ready" AND "deletedAt" IS NULL', values: [] };
  const rows = await importing.query(
    `SELECT "id", "seq" FROM "Session"
     WHERE ${sql} AND "hash" IS NULL AND "seq" > ? ORDER BY "seq" LIMIT ?`,
    [...values, after, take],
  );
  return rows.map(([id, seq]) => ({ id: String(id), seq: Number(seq) }));
}
