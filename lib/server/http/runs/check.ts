import { PRODUCER } from '@/lib/engine/replay/engine';
import { askAgain } from '@/lib/answers/report/runs/ask-again';
import { checkRun, refusedCheck } from '@/lib/answers/report/runs/run-check';
import type { RunRecord } from '@/lib/answers/report/runs/run-record';
import type { Database } from '@/lib/server/db/client';
import { sessionOfNumbers } from '@/lib/server/db/runs/runs';
import { findSession, type SessionListRow } from '@/lib/server/db/sessions/sessions';
import { runCheckSchema, type RunCheckAnswer } from '@/lib/api/contract/run-contract';
import { handler, reply, type IdPath } from '../handler';
import { ensureSizeTables } from '../size-tables';
import { openedSession, sha256 } from './replay-now';
import { requireRecord, requireRun } from './runs';

const GONE = 'Its session is no longer in the library, and no other has the same numbers.';

export const postRunCheck = handler<IdPath>(
  {
    at: 'POST /api/runs/{id}/check',
    about: 'Replays a frozen run now and compares; the run stays as it is.',
    answer: runCheckSchema,
  },
  async ({ db, params }) => {
    const { id, sessionId } = await requireRun(db, params.id);
    const record = await requireRecord(db, id);
    return reply(runCheckSchema, await checkOf(db, record, sessionId));
  },
);

async function checkOf(
  db: Database,
  record: RunRecord,
  sessionId: string,
): Promise<RunCheckAnswer> {
  const row = await sessionOf(db, record, sessionId);
  const refused = (why: string): RunCheckAnswer => ({
    ...refusedCheck(record, why, PRODUCER, sha256),
    session: row?.id ?? null,
  });
  if (row === null) return refused(GONE);
  await ensureSizeTables();
  const asked = askAgain(record.question);
  if (!asked.ok) return refused(asked.error);
  const { freeze } = await openedSession(db, row);
  const now = await freeze(asked.value, record.note);
  return { ...checkRun(record, now, sha256), session: row.id };
}

/** The run's own session, else the newest of the same numbers. */
async function sessionOf(
  db: Database,
  { question }: RunRecord,
  sessionId: string,
): Promise<SessionListRow | null> {
  const own = await findSession(db, sessionId);
  if (own !== null) return own;
  const other = await sessionOfNumbers(db, question.numbers);
  return other === null ? null : findSession(db, other);
}
