import type { Database } from '../client';
import type { Session } from '../generated/client';
import type { SessionSummary } from './sessions';

/** Times that a text occurs in another one, both not empty. */
const times = (column: string, part: string): string =>
  `(length(${column}) - length(replace(${column}, ${part}, ''))) / length(${part})`;

/** Detectors of `found` are in brackets: no id is part of another one's. */
const ONE = `'[' || "Suppression"."detector" || ']'`;

/**
 * An expression over a row of sessions: the number of its findings, without the suppressed; null until
 * it is judged. A detector is suppressed for a session or for all, never for both.
 */
export const FINDINGS = `(${times('"found"', `'['`)} - coalesce((
  SELECT sum(${times('"Session"."found"', `(${ONE})`)}) FROM "Suppression"
  WHERE "Suppression"."sessionId" IN ('', "Session"."id")), 0))`;

/** Detectors that found something, as a session stores them. */
export const foundText = (detectors: readonly string[]): string =>
  detectors.map((id) => `[${id}]`).join('');

/**
 * Listed sessions that other detectors judged than `by`, or none, in order of arrival: those after the
 * cursor, at most `take`.
 */
export async function unjudgedSessions(
  { importing }: Database,
  by: string,
  after: number,
  take: number,
): Promise<readonly { readonly id: string; readonly seq: number }[]> {
  const rows = await importing.query(
    `SELECT "id", "seq" FROM "Session"
     WHERE "ready" AND "deletedAt" IS NULL AND coalesce("foundBy", '') <> ? AND "seq" > ?
     ORDER BY "seq" LIMIT ?`,
    [by, after, take],
  );
  return rows.map(([id, seq]) => ({ id: String(id), seq: Number(seq) }));
}

/** Stores a judgement unless the user's limit or prefix changed since `row` was read. */
export async function storeJudged(
  { prisma }: Database,
  { id, limitOverride, attached }: Pick<Session, 'id' | 'limitOverride' | 'attached'>,
  judged: Partial<SessionSummary>,
): Promise<void> {
  await prisma.session.updateMany({ where: { id, limitOverride, attached }, data: judged });
}
