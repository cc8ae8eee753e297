import type { Database } from '@/lib/server/db/client';
import {
  ALL_SESSIONS,
  endSuppression,
  suppress,
  suppressionsOf,
} from '@/lib/server/db/sessions/suppressions';
import { changedSchema } from '@/lib/api/contract/contract';
import {
  suppressionInputSchema,
  suppressionListSchema,
  suppressionSchema,
  type SuppressionRecord,
} from '@/lib/api/contract/findings/findings-contract';
import { handler, jsonBody, notFound, reply, type IdPath } from '../handler';
import { requireSession } from '../records';

/** The suppressions that hold for a session, the newest first. */
export async function suppressionRecords(
  db: Database,
  sessionId: string,
): Promise<SuppressionRecord[]> {
  return (await suppressionsOf(db, sessionId)).map(recordOf);
}

type StoredSuppression = Awaited<ReturnType<typeof suppressionsOf>>[number];

const recordOf = ({ sessionId, ...row }: StoredSuppression): SuppressionRecord => ({
  ...row,
  scope: sessionId === ALL_SESSIONS ? 'library' : 'session',
});

export const getSuppressions = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/suppressions',
    about: 'The suppressions that hold for a session.',
    answer: suppressionListSchema,
  },
  async ({ db, params }) => {
    const { id } = await requireSession(db, params.id);
    return reply(suppressionListSchema, { suppressions: await suppressionRecords(db, id) });
  },
);

export const postSuppression = handler<IdPath>(
  {
    at: 'POST /api/sessions/{id}/suppressions',
    about: 'Hides a detector’s findings, here or in every session.',
    body: suppressionInputSchema,
    answer: suppressionSchema,
    status: 201,
  },
  async ({ db, params, request }) => {
    const { detector, scope, reason } = await jsonBody(request, suppressionInputSchema);
    const { id } = await requireSession(db, params.id);
    const sessionId = scope === 'library' ? ALL_SESSIONS : id;
    const made = await suppress(db, { detector, reason, sessionId });
    return reply(suppressionSchema, recordOf(made), 201);
  },
);

export const deleteSuppression = handler<IdPath>(
  {
    at: 'DELETE /api/suppressions/{id}',
    about: 'Ends a suppression: its findings are listed and counted again.',
    answer: changedSchema,
  },
  async ({ db, params }) => {
    if (!(await endSuppression(db, params.id))) throw notFound('suppression');
    return reply(changedSchema, { changed: 1 });
  },
);
