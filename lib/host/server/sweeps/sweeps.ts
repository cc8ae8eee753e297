import {
  cancelSweep,
  deleteSweep,
  listSweeps,
  resumeSweep,
  type SweepRow,
} from '@/lib/host/db/sweeps/sweeps';
import {
  sweepBriefSchema,
  sweepCellsSchema,
  sweepInputSchema,
  sweepListQuerySchema,
  sweepListSchema,
  sweepSchema,
  sweepSessionsQuerySchema,
  sweepSessionsSchema,
} from '@/lib/host/api/contract/sweep-contract';
import type { Database } from '@/lib/host/db/client';
import { ENGINE } from '@/lib/replay/engine';
import { encodeFigures } from '@/lib/tuning/figures/figure-codec';
import { encodeResults } from '@/lib/tuning/sweep/sweep-results';
import { checked, handler, jsonBody, notFound, reply, RequestError, type IdPath } from '../handler';
import { collectFigures, collectResults } from './collect';
import { otherEngine } from './compute-share';
import { keptPhases, keptSweep, type KeptSweep } from './kept-sweep';
import { newSweep } from './new-sweep';
import { sweepHost } from './sweep-host';
import { requireSweep, sweepBrief, sweepBriefs, sweepRecord } from './sweep-record';

/** POST /api/sweeps: keeps a sweep; 201. It is computed in the background. */
export const postSweep = handler(async ({ db, request }) => {
  const row = await newSweep(db, await jsonBody(request, sweepInputSchema));
  sweepHost().wake();
  return reply(sweepBriefSchema, await sweepBrief(db, row), 201);
});

/** GET /api/sweeps: a page, newest first. */
export const getSweeps = handler(async ({ db, query }) => {
  const { before = null, take } = checked(sweepListQuerySchema, query);
  const rows = await listSweeps(db, { before, take });
  const next = rows.length === take ? (rows.at(-1)?.seq ?? null) : null;
  return reply(sweepListSchema, { sweeps: await sweepBriefs(db, rows), next });
});

/** GET /api/sweeps/[id]. */
export const getSweep = handler<IdPath>(async ({ db, params }) =>
  reply(sweepSchema, await sweepRecord(db, await requireSweep(db, params.id))),
);

/** POST /api/sweeps/[id]/cancel: what is computed stays. */
export const postCancel = handler<IdPath>(async ({ db, params }) => {
  const { id, status } = await requireSweep(db, params.id);
  if (!(await cancelSweep(db, id))) throw wrongState(`The sweep is ${status}: it does not run.`);
  return reply(sweepBriefSchema, await sweepBrief(db, await requireSweep(db, id)));
});

/** POST /api/sweeps/[id]/resume: goes on with a cancelled or failed sweep. */
export const postResume = handler<IdPath>(async ({ db, params }) => {
  const { id, status, engine } = await requireSweep(db, params.id);
  if (engine !== ENGINE) throw wrongState(otherEngine(engine), 'Begin it again.');
  if (!(await resumeSweep(db, id))) {
    throw wrongState(`The sweep is ${status}: it was neither cancelled nor did it fail.`);
  }
  sweepHost().wake();
  return reply(sweepBriefSchema, await sweepBrief(db, await requireSweep(db, id)));
});

/** DELETE /api/sweeps/[id]: also the results that no other sweep contains. */
export const removeSweep = handler<IdPath>(async ({ db, params }) => {
  const row = await requireSweep(db, params.id);
  const brief = await sweepBrief(db, row);
  await deleteSweep(db, row.id);
  return reply(sweepBriefSchema, brief);
});

/** GET /api/sweeps/[id]/results: encoded results; −1 passes where a cell is not computed yet. */
export const getResults = handler<IdPath>(async ({ db, params }) => {
  const row = await requireSweep(db, params.id);
  const kept = await requireKept(db, row);
  const results = await collectResults(db, kept, await keptPhases(db, kept, row.phase));
  return bytesOf(encodeResults(results));
});

/** GET /api/sweeps/[id]/figures: encoded figures; NaN where one is not computed yet, or cannot be told. */
export const getFigures = handler<IdPath>(async ({ db, params }) => {
  const row = await requireSweep(db, params.id);
  const kept = await requireKept(db, row);
  const figures = await collectFigures(db, kept, await keptPhases(db, kept, row.phase));
  if (figures === null) throw noFigures();
  return bytesOf(encodeFigures(figures));
});

const bytesOf = (bytes: Uint8Array): Response =>
  new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' },
  });

/** GET /api/sweeps/[id]/sessions: a page of its sessions as they were. */
export const getSweepSessions = handler<IdPath>(async ({ db, params, query }) => {
  const { after, take } = checked(sweepSessionsQuerySchema, query);
  const { sessions } = await requireKept(db, await requireSweep(db, params.id));
  const end = after + take;
  return reply(sweepSessionsSchema, {
    sessions: sessions.slice(after, end),
    next: end < sessions.length ? end : null,
  });
});

/** GET /api/sweeps/[id]/cells: those that its phases added to the cells of the plan. */
export const getSweepCells = handler<IdPath>(async ({ db, params }) => {
  const row = await requireSweep(db, params.id);
  const kept = await requireKept(db, row);
  const phases = await keptPhases(db, kept, row.phase);
  const first = phases[0]?.cells.length ?? 0;
  return reply(sweepCellsSchema, { added: phases.at(-1)?.cells.slice(first) ?? [] });
});

/** The plan and the sessions of a sweep. @throws RequestError if it is gone. */
export async function requireKept(db: Database, row: SweepRow): Promise<KeptSweep> {
  const kept = await keptSweep(db, row);
  if (kept === null) throw notFound('sweep');
  return kept;
}

const noFigures = (): RequestError =>
  new RequestError({ code: 'not-found', message: 'The sweep computes no figures.' });

const wrongState = (message: string, hint?: string): RequestError =>
  new RequestError({ code: 'conflict', message, ...(hint === undefined ? {} : { hint }) });
