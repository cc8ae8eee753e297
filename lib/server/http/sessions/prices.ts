import { pricesSchema } from '@/lib/api/contract/workbench/prices-contract';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import { handler, reply, type IdPath } from '../handler';
import { requireSession } from '../records';
import { ownProfile } from './own-profile';

export const getPrices = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/prices',
    about: 'What the models of a session cost, by the list that ships with a package.',
    answer: pricesSchema,
  },
  async ({ db, params }) => {
    const row = await requireSession(db, params.id);
    return reply(pricesSchema, sessionPrices(await ownProfile(db, row), new Date()));
  },
);
