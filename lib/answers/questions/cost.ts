import * as z from 'zod';
import { countedAfter, sharedWords } from '@/lib/tuning/shared-steps';
import { counted, formatDollars, formatInteger } from '@/lib/engine/base/format';
import { costReport, type CostReport } from '@/lib/analysis/cost/cost-report';
import { billTable, compactionColumns, costsTheSame } from '@/lib/analysis/cost/cost-tables';
import {
  billGaps,
  cacheWords,
  errorWords,
  breakAt,
  breakWords,
  outputWords,
  ratesWords,
  summariserWords,
  tierWords,
} from '@/lib/analysis/cost/cost-words';
import { givenPricesSchema } from '@/lib/analysis/cost/given-prices';
import { ratesOf, type SessionPrices } from '@/lib/analysis/cost/session-prices';
import { summariserCaches } from '@/lib/engine/policy/policy';
import { sentence, type Block } from '../model/block';
import { coreNumbers } from '../model/core-numbers';
import { defineQuestion } from '../model/question';

/** What a session cost, and what its replay would. */
export const cost = defineQuestion({
  id: 'cost',
  title: 'Price a session',
  about:
    'Says what a session cost by its recorded usage, what it and its replay come to by a model of the provider’s cache (compare these two), and after how many steps each compaction has paid. Dollars, by a dated price list that ships with Highwater; no request is made.',
  needs: ['copied'],
  input: z.strictObject({
    prices: givenPricesSchema
      .default({})
      .describe('Prices to use instead, in dollars per million tokens: for all, or by model'),
    at: z.iso.date().optional().describe('Day of the prices, as 2026-05-01'),
    summariser: z.enum(summariserCaches).optional().describe('How its call stands to the cache'),
  }),
  example: { at: '2026-05-01' },
  output: z.object({
    prices: coreNumbers<SessionPrices>('Prices of each model, their day and their list'),
    cache: coreNumbers<CostReport['cache']>('What the recording says of its cache'),
    summariser: coreNumbers<CostReport['summariser']>('How the replay’s summariser is charged'),
    ran: coreNumbers<CostReport['ran']>('How the recording’s own summariser is charged'),
    recorded: coreNumbers<CostReport['recorded']>('Dollars of the recorded usage'),
    breaks: coreNumbers<NonNullable<CostReport['breaks']>>(
      'What lost caches were charged',
    ).optional(),
    asRecorded: coreNumbers<CostReport['asRecorded']>('The recording by the model of the cache'),
    replayed: coreNumbers<CostReport['replayed']>('The replay by the same model'),
    error: coreNumbers<NonNullable<CostReport['error']>>(
      'The model’s error on the recording',
    ).nullable(),
  }),
  *run({ run, opening, policy, pricesOf, copied = 0 }, { prices: given, at, summariser }) {
    yield { done: 0, of: 1 };
    const prices = pricesOf(given, at === undefined ? null : new Date(`${at}T00:00:00Z`));
    const { report } = costReport(
      { ...run, session: countedAfter(run.session, copied) },
      {
        ratesOf: ratesOf(prices),
        agent: opening.own?.policy.traits.summariserCache,
        ...(summariser === undefined ? {} : { summariser }),
      },
    );
    return { prices, ...report, policy: policy.id, copied };
  },
  together(all) {
    const sum = (of: (one: CostReport['recorded']) => number): number =>
      all.reduce((total, { recorded }) => total + of(recorded), 0);
    const [steps, total] = [sum(({ charged }) => charged), sum(({ cost: { total } }) => total)];
    const once = sharedWords(all.map(({ copied }) => copied));
    const text = `${counted(all.length, 'session')} together: ${formatDollars(total)} recorded, ${counted(steps, 'step')} charged.`;
    return { facts: { steps, total }, text: once === null ? text : `${text} ${once}` };
  },
  tell({ prices, policy, ...report }) {
    const { recorded, cache, error } = report;
    const gaps = billGaps(recorded);
    const output = outputWords(recorded);
    const broken = breakWords(report);
    const { heads, rows } = billTable(report, costsTheSame(report) ? null : policy);
    return [
      ...priceLines(prices),
      ...[cacheWords(cache), summariserWords(report), errorWords(error)].map(line),
      ...(output === null ? [] : [line(output)]),
      {
        kind: 'table',
        columns: [{ head: '' }, ...heads.map((head) => ({ head, number: true }))],
        rows: rows.map(({ label, cells }) => [label, ...cells]),
      },
      ...(broken === null ? [] : [line(broken), ...breakTable(report)]),
      ...(gaps.length === 0 ? [] : [line(`Recorded: ${gaps.join('; ')}.`)]),
      ...compactionBlocks(report),
    ];
  },
});

const line = (text: string): Block => sentence([text]);

function priceLines({ day, recorded, list, models }: SessionPrices): readonly Block[] {
  const head = `Prices of ${day} (${recorded ? 'the day it began' : 'it names no day'}), ${list}, per million tokens:`;
  const lines = models.flatMap(({ model, rates, entry, given }) => {
    if (rates === null) return [`  ${model}: not in the list; --price gives one`];
    const source = given ? `${entry ?? 'no entry'}, with --price` : entry;
    const tier = tierWords(rates);
    return [
      `  ${model} (${source}): ${ratesWords(rates)}`,
      ...(tier === null ? [] : [`  ${tier}`]),
    ];
  });
  return [head, ...lines].map(line);
}

function breakTable({ breaks }: Pick<CostReport, 'breaks'>): readonly Block[] {
  if (breaks === undefined || breaks.steps.length < 2) return [];
  const rows = breaks.steps.map((step) => [
    formatInteger(step),
    breakAt({ breaks }, step) ?? 'no price',
  ]);
  return [
    { kind: 'table', columns: [{ head: 'step', number: true }, { head: 'cache lost' }], rows },
  ];
}

function compactionBlocks({ replayed: { compactions } }: CostReport): readonly Block[] {
  if (compactions.length === 0) return [line('The replay does not compact.')];
  const columns = compactionColumns(compactions);
  const heads = columns.map(({ head, isText }) => ({ head, number: !isText }));
  const rows = compactions.map((one) => [
    formatInteger(one.step),
    ...columns.map(({ text }) => text(one)),
  ]);
  return [line(''), { kind: 'table', columns: [{ head: 'step', number: true }, ...heads], rows }];
}
