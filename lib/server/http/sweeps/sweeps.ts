import {
  cancelSweep,
  deleteSweep,
  listSweeps,
  resumeSweep,
  type SweepRow,
} from '@/lib/server/db/sweeps/sweeps';
import {
  sweepBriefSchema,
  sweepCellsSchema,
  sweepInputSchema,
  sweepListQuerySchema,
  sweepListSchema,
  sweepSchema,
  sweepSessionsQuerySchema,
  sweepSessionsSchema,
} from '@/lib/api/contract/sweep-contract';
import type { Database } from '@/lib/server/db/client';
import { ENGINE } from '@/lib/engine/replay/engine';
import { encodeFigures } from '@/lib/tuning/figures/figure-codec';
import { encodeResults } from '@/lib/tuning/sweep/sweep-results';
import { checked, handler, jsonBody, notFound, reply, RequestError, type IdPath } from '../handler';
import { collectFigures, collectResults } from './collect';
import { otherEngine } from './compute-share';
import { keptPhases, keptSweep, type KeptSweep } from './kept-sweep';
import { newSweep } from './new-sweep';
import { sweepHost } from './sweep-host';
import { requireSweep, sweepBrief, sweepBriefs, sweepRecord } from './sweep-record';

export const postSweep = handler(
  {
    at: 'POST /api/sweeps',
    about: 'Keeps a sweep. It is computed in the background.',
    body: sweepInputSchema,
    answer: sweepBriefSchema,
    status: 201,
  },
  async ({ db, request }) => {
    const row = await newSweep(db, await jsonBody(request, sweepInputSchema));
    sweepHost().wake();
    return reply(sweepBriefSchema, await sweepBrief(db, row), 201);
  },
);

export const getSweeps = handler(
  {
    at: 'GET /api/sweeps',
    about: 'A page of the kept sweeps, newest first.',
    query: sweepListQuerySchema,
    answer: sweepListSchema,
  },
  async ({ db, query }) => {
    const { before = null, take } = checked(sweepListQuerySchema, query);
    const rows = await listSweeps(db, { before, take });
    const next = rows.length === take ? (rows.at(-1)?.seq ?? null) : null;
    return reply(sweepListSchema, { sweeps: await sweepBriefs(db, rows), next });
  },
);

export const getSweep = handler<IdPath>(
  { at: 'GET /api/sweeps/{id}', about: 'A kept sweep and how far it is.', answer: sweepSchema },
  async ({ db, params }) =>
    reply(sweepSchema, await sweepRecord(db, await requireSweep(db, params.id))),
);

export const postCancel = handler<IdPath>(
  {
    at: 'POST /api/sweeps/{id}/cancel',
    about: 'Stops a sweep; what is computed stays.',
    answer: sweepBriefSchema,
  },
  async ({ db, params }) => {
    const { id, status } = await requireSweep(db, params.id);
    if (!(await cancelSweep(db, id))) throw wrongState(`The sweep is ${status}: it does not run.`);
    return reply(sweepBriefSchema, await sweepBrief(db, await requireSweep(db, id)));
  },
);

export const postResume = handler<IdPath>(
  {
    at: 'POST /api/sweeps/{id}/resume',
    about: 'Goes on with a cancelled or failed sweep.',
    answer: sweepBriefSchema,
  },
  async ({ db, params }) => {
    const { id, status, engine } = await requireSweep(db, params.id);
    if (engine !== ENGINE) throw wrongState(otherEngine(engine), 'Begin it again.');
    if (!(await resumeSweep(db, id))) {
      throw wrongState(`The sweep is ${status}: it was neither cancelled nor did it fail.`);
    }
    sweepHost().wake();
    return reply(sweepBriefSchema, await sweepBrief(db, await requireSweep(db, id)));
  },
);

export const removeSweep = handler<IdPath>(
  {
    at: 'DELETE /api/sweeps/{id}',
    about: 'Deletes a sweep, and the results that no other sweep holds.',
    answer: sweepBriefSchema,
  },
  async ({ db, params }) => {
    const row = await requireSweep(db, params.id);
    const brief = await sweepBrief(db, row);
    await deleteSweep(db, row.id);
    return reply(sweepBriefSchema, brief);
  },
);

export const getResults = handler<IdPath>(
  {
    at: 'GET /api/sweeps/{id}/results',
    about: 'The results of a sweep, encoded; −1 passes where a cell is not computed yet.',
    sends: 'application/octet-stream',
  },
  async ({ db, params }) => {
    const row = await requireSweep(db, params.id);
    const kept = await requireKept(db, row);
    const results = await collectResults(db, kept, await keptPhases(db, kept, row.phase));
    return bytesOf(encodeResults(results));
  },
);

export const getFigures = handler<IdPath>(
  {
    at: 'GET /api/sweeps/{id}/figures',
    about: 'Figures of a sweep, encoded; NaN where one is not computed yet, or cannot be told.',
    sends: 'application/octet-stream',
  },
  async ({ db, params }) => {
    const row = await requireSweep(db, params.id);
    const kept = await requireKept(db, row);
    const figures = await collectFigures(db, kept, await keptPhases(db, kept, row.phase));
    if (figures === null) throw noFigures();
    return bytesOf(encodeFigures(figures));
  },
);

const bytesOf = (bytes: Uint8Array): Response =>
  new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' },
  });

export const getSweepSessions = handler<IdPath>(
  {
    at: 'GET /api/sweeps/{id}/sessions',
    about: 'A page of the sessions of a sweep, as they were.',
    query: sweepSessionsQuerySchema,
    answer: sweepSessionsSchema,
  },
  async ({ db, params, query }) => {
    const { after, take } = checked(sweepSessionsQuerySchema, query);
    const { sessions } = await requireKept(db, await requireSweep(db, params.id));
    const end = after + take;
    return reply(sweepSessionsSchema, {
      sessions: sessions.slice(after, end),
      next: end < sessions.length ? end : null,
    });
  },
);

export const getSweepCells = handler<IdPath>(
  {
    at: 'GET /api/sweeps/{id}/cells',
    about: 'The cells that the phases of a sweep added to its plan.',
    answer: sweepCellsSchema,
  },
  async ({ db, params }) => {
    const row = await requireSweep(db, params.id);
    const kept = await requireKept(db, row);
    const phases = await keptPhases(db, kept, row.phase);
    const first = phases[0]?.cells.length ?? 0;
    return reply(sweepCellsSchema, { added: phases.at(-1)?.cells.slice(first) ?? [] });
  },
);

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
