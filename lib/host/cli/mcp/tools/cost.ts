import * as z from 'zod';
import { givenPricesSchema } from '@/lib/analysis/cost/given-prices';
import { summariserCaches } from '@/lib/policies/contract/policy';
import { costText, priceOne } from '../../cost/cost-command';
import { parseDay } from '../../parse-settings';
import { askedOf, replayInput } from '../asked';
import { ofSession, sessionOutput } from '../session-output';
import { defineTool } from '../tool';

const dollars = z.number().nullable();
const predicted = z.looseObject({ total: dollars, summariser: dollars });

/** What a session cost, and what its replay would. */
export const costTool = defineTool({
  name: 'cost',
  title: 'Price a session',
  description:
    'Says what a session cost by its recorded usage, what it and its replay come to by a model of the provider’s cache (compare these two), and after how many steps each compaction has paid. Dollars, by a dated price list that ships with Highwater; no request is made.',
  input: {
    ...replayInput,
    prices: givenPricesSchema
      .default({})
      .describe('Prices to use instead, in dollars per million tokens: for all, or by model'),
    at: z.string().max(20).optional().describe('Day of the prices, as 2026-05-01'),
    summariser: z.enum(summariserCaches).optional().describe('How the summariser meets the cache'),
  },
  output: {
    ...sessionOutput,
    prices: z.looseObject({ day: z.string(), list: z.string() }),
    recorded: z.looseObject({ cost: z.looseObject({ total: dollars }) }),
    asRecorded: predicted,
    replayed: predicted,
    cache: z.unknown().describe('What the recording says of its cache'),
    error: z.unknown().describe('The model’s error on the recording; null where nothing tells'),
  },
  async run({ path, session, prices, at, summariser, ...asked }, desk) {
    const one = await desk.session(path, session);
    const given = {
      price: prices,
      ...(at === undefined ? {} : { at: parseDay(at) }),
      ...(summariser === undefined ? {} : { summariser }),
    };
    const priced = priceOne(one, askedOf(asked), given);
    const { recorded, asRecorded, replayed, cache, error } = priced.report;
    const data = {
      ...ofSession(path, one, priced),
      prices: { ...priced.prices },
      recorded: { ...recorded, cost: { ...recorded.cost } },
      asRecorded: { ...asRecorded },
      replayed: { ...replayed },
      ...{ cache, error },
    };
    return { text: costText(priced), data };
  },
});
