import { pricesSchema } from '@/lib/host/api/contract/workbench/prices-contract';
import { sessionPrices } from '@/lib/host/prices/session-prices';
import { handler, reply, type IdPath } from '../handler';
import { requireSession } from '../records';
import { ownProfile } from './own-profile';

/** GET /api/sessions/[id]/prices: what its models cost, by the list that ships with a package. */
export const getPrices = handler<IdPath>(async ({ db, params }) => {
  const row = await requireSession(db, params.id);
  return reply(pricesSchema, sessionPrices(await ownProfile(db, row), new Date()));
});
