import { setImmediate } from 'node:timers/promises';
import type { Database } from '@/lib/server/db/client';
import {
  listedSessions,
  updateSession,
  type SessionListRow,
} from '@/lib/server/db/sessions/sessions';
import { libraryLimits, setLibraryLimits } from '@/lib/server/import/library-limits';
import { patternLimit, type LimitPatterns } from '@/lib/engine/tokens/limits/limit-patterns';
import { changedLimitsSchema, limitsSchema } from '@/lib/api/contract/limits-contract';
import { handler, jsonBody, reply } from './handler';
import { readHead } from './records';
import { summaryOf } from './sessions/own-profile';

export const getLimits = handler(
  {
    at: 'GET /api/limits',
    about: 'The limits of models that the user has set.',
    answer: limitsSchema,
  },
  async ({ db }) => reply(limitsSchema, { limits: await libraryLimits(db) }),
);

export const putLimits = handler(
  {
    at: 'PUT /api/limits',
    about: 'Sets the limits of models, of existing sessions too.',
    body: limitsSchema,
    answer: changedLimitsSchema,
  },
  async ({ db, request }) => {
    const { limits } = await jsonBody(request, limitsSchema);
    const before = await libraryLimits(db);
    await setLibraryLimits(db, limits);
    let sessions = 0;
    for await (const row of listedSessions(db)) {
      if (await applied(db, row, before, limits)) sessions++;
      await setImmediate();
    }
    return reply(changedLimitsSchema, { limits, sessions });
  },
);

/**
 * Sets a session's limit from the new patterns. Keeps a limit that the user set for this session: one
 * that the old patterns do not give.
 */
async function applied(
  db: Database,
  row: SessionListRow,
  before: LimitPatterns,
  after: LimitPatterns,
): Promise<boolean> {
  const head = await readHead(db, row.id);
  if (row.limitOverride !== null && row.limitOverride !== patternLimit(head, before)) return false;
  const limitOverride = patternLimit(head, after);
  if (limitOverride === row.limitOverride) return false;
  const summary = await summaryOf(db, { ...row, limitOverride });
  await updateSession(db, row.id, { limitOverride, ...summary });
  return true;
}
