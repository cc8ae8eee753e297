import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import type { Decision } from '@/lib/engine/policy/decision';
import { cappedSummary, tokens, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';

/** Settings of Roo Code's context management. */
export const rooSettings = z.strictObject({
  window: windowSetting({ description: 'Context window of the model, as its provider names it' }),
  autoCondense: z.boolean().default(true).meta({
    label: 'Condenses by itself',
    description: 'autoCondenseContext. Off: only the truncation is left',
    advice: 'Leave it on: the truncation hides half of the messages without a summary',
  }),
  percent: wholeSetting(100, [5, 100], {
    label: 'Condenses at',
    short: 'Percent',
    unit: '%',
    description:
      'autoCondenseContextPercent, of the window; or the profile’s own threshold where it has one from 5 to 100',
    slider: { min: 5, max: 100, step: 1 },
  }),
  maxOutput: tokens.min(1).default(8_192).meta({
    label: 'Largest output of the model',
    unit: 'tokens',
    description: 'Kept free besides a tenth of the window; 8,192 where the model names none',
  }),
  condense: z.enum(['all', 'last-3', 'last-3-deleted']).default('all').meta({
    label: 'Condensing',
    description:
      'all: the summary alone is left, from 3.43 on · last-3: the first message, the summary, the last three; the others are hidden · last-3-deleted: the same, but the others are deleted, up to 3.35',
    advice: 'Set it as in the version you run; the other values show what a change of it did',
  }),
  ...cappedSummary('Highwater’s cap; Roo Code sets none'),
});
export type RooSettings = z.infer<typeof rooSettings>;

type Limits = Pick<RooSettings, 'window' | 'autoCondense' | 'percent' | 'maxOutput'>;

/** Tokens above which messages are hidden where condensing fails; may be a fraction, or negative. */
export const allowedTokens = ({ window, maxOutput }: Pick<Limits, 'window' | 'maxOutput'>) =>
  window * (1 - 0.1) - maxOutput;

/** The least count above the allowed tokens. */
const leastAbove = (limits: Limits): number => Math.floor(allowedTokens(limits)) + 1;
/** The least count of which the percentage is reached. */
const leastAtPercent = ({ window, percent }: Limits): number => Math.ceil((percent * window) / 100);

/** The least count at which Roo acts. Nothing happens before the first usage, so never 0. */
function thresholdOf(limits: Limits): number {
  const least = leastAbove(limits);
  return Math.max(1, limits.autoCondense ? Math.min(least, leastAtPercent(limits)) : least);
}

/** "90 % of 200,000", "0.9 × 200,000 − 8,192 + 1". */
function formulaOf(limits: Limits): string {
  const { window, autoCondense, percent, maxOutput } = limits;
  const byPercent = autoCondense && leastAtPercent(limits) <= leastAbove(limits);
  return byPercent
    ? `${percent} % of ${formatInteger(window)}`
    : `0.9 × ${formatInteger(window)} − ${formatInteger(maxOutput)} + 1`;
}

/** What Roo compares before each request. */
export const rooDecision: Decision<RooSettings> = {
  relation: '>=',
  unit: 'tokens',
  thresholdRule:
    'threshold = floor(0.9 × window − maxOutput) + 1, or ceil(percent % × window) where that is less and it condenses by itself',
  threshold: thresholdOf,
  thresholdFormula: formulaOf,
  path: ({ autoCondense }) =>
    autoCondense ? ['window', 'percent', 'maxOutput'] : ['window', 'maxOutput'],
  value: [],
  count: 'total of the last response + 1.5 × the estimate of the last message',
  lastReal: 'Total of the last response',
};
