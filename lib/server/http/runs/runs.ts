import { formatInteger } from '@/lib/engine/base/format';
import { runRecordSchema, type RunRecord } from '@/lib/answers/report/runs/run-record';
import type { Database } from '@/lib/server/db/client';
import {
  createRun,
  deleteRun,
  findRun,
  listedIds,
  listRuns,
  MOST_RUNS,
  restoreRun,
  runRecord,
  sessionsOfNumbers,
  type RunRow,
} from '@/lib/server/db/runs/runs';
import {
  runBriefSchema,
  runInputSchema,
  runListQuerySchema,
  runListSchema,
  runSchema,
  storedBriefSchema,
  type RunBrief,
  type StoredBrief,
} from '@/lib/api/contract/run-contract';
import { checked, handler, jsonBody, notFound, reply, RequestError, type IdPath } from '../handler';
import { requireSession } from '../records';
import { chosenOf } from '../sessions/chosen-policy';
import { openedSession } from './replay-now';

export const postRun = handler(
  {
    at: 'POST /api/runs',
    about: 'Replays a session and keeps the result as it is.',
    body: runInputSchema,
    answer: runBriefSchema,
    status: 201,
  },
  async ({ db, request }) => {
    const { session, note, faults, ...named } = await jsonBody(request, runInputSchema);
    const { profile, opening, freeze } = await openedSession(db, await requireSession(db, session));
    const { policy, settings } = chosenOf(named, profile, opening);
    const record = await freeze({ policy, settings, faults }, note);
    const brief = storedBriefSchema.parse(storedBrief(record));
    const row = await createRun(db, {
      sessionId: session,
      brief: JSON.stringify(brief),
      record: JSON.stringify(runRecordSchema.parse(record)),
    });
    if (row !== null) return reply(runBriefSchema, await briefOf(db, row), 201);
    throw new RequestError({
      code: 'conflict',
      message: `The library keeps ${formatInteger(MOST_RUNS)} runs at most.`,
      hint: 'Delete some of them first.',
    });
  },
);

export const getRuns = handler(
  {
    at: 'GET /api/runs',
    about: 'The frozen runs, newest first; of one session if it is named.',
    query: runListQuerySchema,
    answer: runListSchema,
  },
  async ({ db, query }) => {
    const { session = null, before = null, take } = checked(runListQuerySchema, query);
    const rows = await listRuns(db, { session, before, take });
    const next = rows.length === take ? (rows.at(-1)?.seq ?? null) : null;
    return reply(runListSchema, { runs: await briefsOf(db, rows), next });
  },
);

export const getRun = handler<IdPath>(
  { at: 'GET /api/runs/{id}', about: 'A frozen run.', answer: runSchema },
  async ({ db, params }) => {
    const row = await requireRun(db, params.id);
    const record = await requireRecord(db, row.id);
    return reply(runSchema, { run: await briefOf(db, row), record });
  },
);

export const removeRun = handler<IdPath>(
  {
    at: 'DELETE /api/runs/{id}',
    about: 'Removes a run from the list; it can be restored for a day.',
    answer: runBriefSchema,
  },
  async ({ db, params }) => {
    const row = await requireRun(db, params.id);
    await deleteRun(db, row.id);
    return reply(runBriefSchema, await briefOf(db, row));
  },
);

export const postRunRestore = handler<IdPath>(
  { at: 'POST /api/runs/{id}/restore', about: 'Puts a removed run back.', answer: runBriefSchema },
  async ({ db, params }) => {
    if (!(await restoreRun(db, params.id))) throw notFound('run');
    return reply(runBriefSchema, await briefOf(db, await requireRun(db, params.id)));
  },
);

/** A run of the list. @throws RequestError if the id is unknown. */
export async function requireRun(db: Database, id: string): Promise<RunRow> {
  const row = await findRun(db, id);
  if (row === null) throw notFound('run');
  return row;
}

/** The record of a run. @throws RequestError if the id is unknown. */
export async function requireRecord(db: Database, id: string): Promise<RunRecord> {
  const text = await runRecord(db, id);
  if (text === null) throw notFound('run');
  return runRecordSchema.parse(JSON.parse(text));
}

function storedBrief(record: RunRecord): StoredBrief {
  const { session, question, producer, engine, note, verdict, result, digests } = record;
  const { divergence, totals } = result;
  const findings = { error: 0, warning: 0, info: 0 };
  for (const { severity } of record.findings) findings[severity]++;
  return {
    ...{ session, question, producer, engine, note, verdict, divergence, totals, findings },
    digest: digests.result,
  };
}

async function briefsOf(db: Database, rows: readonly RunRow[]): Promise<readonly RunBrief[]> {
  const listed = await listedIds(
    db,
    rows.map(({ sessionId }) => sessionId),
  );
  const briefs = rows.map(({ brief }) => storedBriefSchema.parse(JSON.parse(brief)));
  const gone = briefs.filter((_, i) => !listed.has(rows[i]?.sessionId ?? ''));
  const others = await sessionsOfNumbers(
    db,
    gone.map(({ question }) => question.numbers),
  );
  return rows.map(({ id, seq, createdAt, sessionId }, i) => {
    const brief = briefs[i] as StoredBrief;
    const isListed = listed.has(sessionId);
    const opens = isListed ? sessionId : (others.get(brief.question.numbers) ?? null);
    return { ...brief, id, number: seq, frozenAt: createdAt, listed: isListed, opens };
  });
}

async function briefOf(db: Database, row: RunRow): Promise<RunBrief> {
  const [brief] = await briefsOf(db, [row]);
  if (brief === undefined) throw notFound('run');
  return brief;
}
