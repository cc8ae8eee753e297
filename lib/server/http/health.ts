import { PRODUCER } from '@/lib/engine/replay/engine';
import { healthSchema, liveSchema } from '@/lib/api/contract/contract';
import { admit } from '@/lib/server/access/admit';
import { pendingImports } from '@/lib/server/db/imports/imports';
import { countSessions } from '@/lib/server/db/sessions/sessions';
import { importHost } from '@/lib/server/import/import-host';
import { handler, reply, type DescribedHandler } from './handler';

export const getHealth = handler(
  {
    at: 'GET /api/health',
    about: 'Says that the server answers, and its version.',
    answer: healthSchema,
  },
  async ({ db }) => {
    const [sessions, pending] = await Promise.all([countSessions(db), pendingImports(db)]);
    return reply(healthSchema, {
      ok: true,
      producer: PRODUCER,
      sessions,
      pendingImports: pending,
      importProcess: importHost().isRunning ? 'running' : 'stopped',
    });
  },
);

/** Asks nothing of the database: who restarts a server that is not alive must not do so for that. */
export const getLive: DescribedHandler<unknown> = Object.assign(
  (request: Request) => Promise.resolve(admit(request) ?? reply(liveSchema, { ok: true })),
  {
    operation: {
      at: 'GET /api/health/live',
      about: 'Says that the process answers, whatever the database does.',
      answer: liveSchema,
    },
  },
);

export const getReady = handler(
  {
    at: 'GET /api/health/ready',
    about: 'Says that the database answers too; 503 while it does not.',
    answer: liveSchema,
  },
  async ({ db }) => {
    await db.prisma.$queryRawUnsafe('SELECT 1 AS "one"');
    return reply(liveSchema, { ok: true });
  },
);
