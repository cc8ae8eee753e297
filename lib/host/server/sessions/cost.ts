import { costReport } from '@/lib/analysis/cost/cost-report';
import { openSession } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import {
  costAnswerSchema,
  costRequestSchema,
  pricesSchema,
} from '@/lib/host/api/contract/workbench/cost-contract';
import { ratesOf, sessionPrices } from '@/lib/host/prices/session-prices';
import { PRODUCER } from '@/lib/replay/engine';
import { prepare } from '@/lib/replay/prepare';
import { handler, jsonBody, reply, type IdPath } from '../handler';
import { readHead, requireSession } from '../records';
import { knowSizeTables } from '../size-tables';
import { chosenOf } from './chosen-policy';
import { ownProfile } from './own-profile';

/** GET /api/sessions/[id]/prices: what its models cost, by the list that ships with a package. */
export const getPrices = handler<IdPath>(async ({ db, params }) => {
  const row = await requireSession(db, params.id);
  return reply(pricesSchema, sessionPrices(await ownProfile(db, row), new Date()));
});

/** POST /api/sessions/[id]/cost: what it cost, and what its replay would, as the page says it. */
export const postCost = handler<IdPath>(async ({ db, params, request }) => {
  const body = await jsonBody(request, costRequestSchema);
  const row = await requireSession(db, params.id);
  await knowSizeTables();
  const profile = await ownProfile(db, row);
  const { source } = await readHead(db, row.id);
  const opening = openSession(source, profile);
  const { policy, settings, prefixTokens } = chosenOf(body, profile, opening);
  const shown = { policy, settings, faults: body.faults };
  const run = shownReplay(prepare(profile, prefixTokens), opening, shown);
  const prices = sessionPrices(profile, new Date(), body.prices);
  const { summariser } = body;
  const question = {
    ratesOf: ratesOf(prices),
    agent: opening.own?.policy.traits.summariserCache,
    ...(summariser === undefined ? {} : { summariser }),
  };
  const { report } = costReport(run, question);
  const { cache, recorded, asRecorded, replayed, error } = report;
  return reply(costAnswerSchema, {
    producer: PRODUCER,
    policy: policy.id,
    settings,
    prices,
    cache: { ...cache },
    summariser: { ...report.summariser },
    ran: { ...report.ran },
    recorded: { ...recorded },
    asRecorded: { ...asRecorded },
    replayed: { ...replayed },
    error: error === null ? null : { ...error },
  });
});
