import * as z from 'zod';
import {
  counted,
  formatDollars,
  formatInteger,
  formatPercent,
  formatRatio,
} from '@/lib/engine/base/format';
import { cacheEvidence } from '@/lib/analysis/cost/cache-evidence';
import { modelAt } from '@/lib/analysis/cost/recorded-bill';
import { ratesOf } from '@/lib/analysis/cost/session-prices';
import { decisionUnit } from '@/lib/analysis/explain/ledger-decision';
import {
  Forecaster,
  MOST_STEPS,
  scoreForecasts,
} from '@/lib/analysis/forecast/compaction-forecast';
import { cacheLeft, nextRequestDollars } from '@/lib/analysis/forecast/next-request';
import { sentence } from '../model/block';
import { defineQuestion, QuestionError } from '../model/question';

const count = z.int().min(0);

const score = z.object({
  scored: count.describe('Forecasts after which a compaction came, or had to have come'),
  held: count.describe('Those whose range held it'),
  error: z.number().nullable().describe('Median of steps until it minus the middle of the range'),
  compactions: count,
});

const output = z.object({
  step: count.describe('The last step, which the forecast is made after'),
  unit: z.string(),
  value: z.number().nullable().describe('What the next step begins to compare'),
  threshold: z.number().nullable(),
  growth: z.number().nullable().describe('Median growth a step'),
  left: z
    .object({
      low: count,
      median: count.nullable(),
      high: count.nullable().describe(`null: beyond ${formatInteger(MOST_STEPS)} steps`),
    })
    .nullable()
    .describe('Steps until it compacts, p10, median and p90; null where that is not in sight'),
  dollars: z.number().nullable().describe('Of the next request; null without a price'),
  cacheSeconds: z
    .number()
    .nullable()
    .describe('For which the cache keeps the last request, negative once it is gone'),
  score: score.nullable(),
});
type Facts = z.input<typeof output>;

const known = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** When a growing session compacts, and what its next request costs. */
export const status = defineQuestion({
  id: 'status',
  title: 'Status of a growing session',
  about:
    'Says in one line in how many steps a session compacts if it grows as it did, what its next request costs, and for how long the provider’s cache keeps the last one.',
  input: z.strictObject({
    now: z.int().optional().describe('Milliseconds since 1970; the cache is told with it alone'),
    score: z.boolean().optional().describe('Score the forecasts of the steps so far'),
  }),
  output,
  *run({ run, measured, pricesOf }, { now, score: asked }) {
    yield { done: 0, of: 1 };
    const { profile } = measured;
    if (profile.stepCount === 0) throw new QuestionError('step', 'The session has no step yet.');
    const step = profile.stepCount - 1;
    const forecast = new Forecaster(run).after(step);
    const cache = cacheEvidence(profile);
    const kept = now === undefined ? null : cacheLeft(profile, cache, now);
    const rates = ratesOf(pricesOf())(modelAt(profile, step));
    const cacheSeconds = kept === null ? null : Math.ceil(kept / 1_000);
    const isWarm = cacheSeconds === null || cacheSeconds > 0;
    const scored = asked === true ? scoreForecasts(run) : null;
    return {
      step,
      unit: decisionUnit(run.policy),
      value: known(forecast?.value),
      threshold: known(forecast?.threshold),
      growth: known(forecast?.growth),
      left: forecast?.left ?? null,
      dollars: rates === null ? null : nextRequestDollars(profile, rates, { ...cache, isWarm }),
      cacheSeconds,
      score: scored === null ? null : { ...scored, error: known(scored.error) },
    };
  },
  tell: (facts) => [
    sentence([statusLine(facts)]),
    ...(facts.score === null ? [] : [sentence([scoreLine(facts.score)])]),
  ],
});

/** "compacts in 6 steps (80 %: 4 to 9), next request $0.38, cache warm for 2 min" */
export const statusLine = (facts: Facts): string =>
  [compactsWords(facts), requestWords(facts), cacheWords(facts)]
    .filter((words) => words !== null)
    .join(', ');

function compactsWords({ left, threshold, value }: Facts): string {
  if (threshold === null || value === null) return 'no threshold known';
  if (left === null) return 'no compaction in sight';
  const { low, median, high } = left;
  if (median === null) return `compacts in ${formatInteger(low)} steps or more`;
  const middle = `compacts in ${counted(median, 'step')}`;
  if (low === high) return middle;
  const last = high === null ? 'or more' : `to ${formatInteger(high)}`;
  return `${middle} (80 %: ${formatInteger(low)} ${last})`;
}

const requestWords = ({ dollars }: Facts): string | null =>
  dollars === null ? null : `next request ${formatDollars(dollars)}`;

function cacheWords({ cacheSeconds: seconds }: Facts): string | null {
  if (seconds === null) return null;
  if (seconds <= 0) return 'cache cold';
  return seconds < 60
    ? `cache warm for ${seconds} s`
    : `cache warm for ${Math.floor(seconds / 60)} min`;
}

function scoreLine({ scored, held, error, compactions }: z.infer<typeof score>): string {
  const recorded = counted(compactions, 'compaction');
  if (scored === 0) return `No forecast can be scored yet (${recorded}).`;
  const middle = error === null ? '' : `; median error ${formatRatio(error)} steps`;
  return `${formatInteger(held)} of ${formatInteger(scored)} forecasts held what came (${formatPercent(held / scored)}, ${recorded}${middle}); 80 % would be right.`;
}
