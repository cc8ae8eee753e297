/** A cost in words: page and command line print the same. */
import {
  counted,
  formatDollars,
  formatFixed,
  formatInteger,
  formatPercent,
  formatPrice,
} from '@/lib/engine/base/format';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { SummariserCache } from '@/lib/engine/policy/policy';
import type { CacheEvidence } from './cache-evidence';
import type { CostReport, SummariserCall } from './cost-report';
import { priceNames, tierBorders, type Price, type PriceName, type Rates } from './rates';
import type { CacheError, RecordedBill } from './recorded-bill';
import type { CompactionCost } from './replay-cost';
import type { TokenError } from './token-error';

/** What each kind of token is called. */
export const priceLabels: Readonly<Record<PriceName, string>> = {
  input: 'fresh input',
  cacheRead: 'cache reads',
  cacheWrite: 'cache writes, 5 min',
  cacheWriteHour: 'cache writes, 1 h',
  output: 'output',
};

/** What usage was charged for a kind of token; "not in usage" where no charged step counts it. */
export function recordedWords(recorded: Omit<RecordedBill, 'steps'>, name: PriceName): string {
  const { charged, unanswered, uncached, cost } = recorded;
  const silent = name === 'input' ? 0 : name === 'output' ? unanswered : uncached;
  if (charged > 0 && silent === charged) return NOT_IN_USAGE;
  return name === 'output' ? estimated(recorded, cost.output) : formatDollars(cost[name]);
}

/** What usage was charged in all; "~" where outputs in it are sized. */
export const recordedTotal = (recorded: Omit<RecordedBill, 'steps'>): string =>
  estimated(recorded, recorded.cost.total);

const estimated = ({ placeholders }: Omit<RecordedBill, 'steps'>, dollars: number): string =>
  `${placeholders > 0 ? '~' : ''}${formatDollars(dollars)}`;

/** Which outputs are sized instead of counted, and what that changes; null where all counts are taken. */
export function outputWords(recorded: Omit<RecordedBill, 'steps'>): string | null {
  const { placeholders, charged, counted: told, sized } = recorded;
  if (placeholders === 0) return null;
  const steps = `Output of ${formatInteger(placeholders)} of ${counted(charged, 'step')} is a placeholder`;
  return `${steps}; sized from its text, ~${formatInteger(sized)} tokens where usage counts ${formatInteger(told)}. Thinking that the file does not hold is not in it.`;
}

/** What lost caches cost; null where none was lost. */
export function breakWords({
  breaks,
  recorded: { cost },
  asRecorded,
}: Pick<CostReport, 'breaks' | 'recorded' | 'asRecorded'>): string | null {
  if (breaks === undefined) return null;
  const { steps, tokens, dollars, aboveModel } = breaks;
  const lost = `The cache was lost at ${stepList(steps)}: ${formatInteger(tokens)} tokens sent uncached`;
  if (dollars <= 0) return `${lost}.`;
  const all = cost.total - asRecorded.total;
  return [
    `${lost}, ${formatDollars(dollars)} more than from a warm cache, with which usage comes to ${formatDollars(cost.total - dollars)}.`,
    `Usage less the model is ${formatDollars(all)}: ${formatDollars(aboveModel)} at these steps, ${formatDollars(all - aboveModel)} at all others.`,
  ].join(' ');
}

/** What one lost cache cost: "$1.15 more than from a warm cache"; null where its price is not known. */
export function breakAt({ breaks }: Pick<CostReport, 'breaks'>, step: number): string | null {
  const dollars = breaks?.each[breaks.steps.indexOf(step)] ?? null;
  return dollars === null ? null : `${formatDollars(dollars)} more than from a warm cache`;
}

/** The cost in one figure: of the session, or of a what-if the difference from it. */
export function costHeadline(
  { recorded, asRecorded, replayed }: CostReport,
  isWhatIf: boolean,
): string {
  if (recorded.charged === 0 && replayed.total === 0) {
    return recorded.unpriced > 0
      ? 'No price is known of the session’s models. Give one to see what it cost.'
      : 'Nothing can be charged: the recording has no usage, or names no model.';
  }
  if (isWhatIf) {
    const difference = replayed.total - asRecorded.total;
    if (Math.abs(difference) < LEAST_DIFFERENCE) {
      return 'The what-if costs as much as the session as it ran.';
    }
    const more = difference > 0 ? 'more' : 'less';
    return `The what-if costs about ${formatDollars(Math.abs(difference))} ${more} than the session as it ran, both modelled.`;
  }
  if (recorded.charged === 0) {
    return `The session cost ~${formatDollars(asRecorded.total)}: modelled, as it has no usage.`;
  }
  const total = recordedTotal(recorded);
  return recorded.uncached === recorded.charged
    ? `The session cost at most ${total}: its usage says nothing of a cache.`
    : `The session cost ${total} by its own usage.`;
}

/** Less than this is no difference: the least that is printed. */
export const LEAST_DIFFERENCE = 0.00005;

/** In place of dollars that no usage record tells. */
export const NOT_IN_USAGE = 'not in usage';

const priceText = ({ base, tiers }: Price): string =>
  [
    formatPrice(base),
    ...tiers.map(({ above, price }) => `${formatPrice(price)} above ${formatInteger(above)}`),
  ].join(', ');

/** The prices of a model, a million tokens each: "$5 fresh input · $0.50 cache reads". */
export function ratesWords(rates: Rates): string {
  return priceNames
    .flatMap((name) => {
      const price = rates[name];
      return price === null ? [] : [`${priceText(price)} ${priceLabels[name]}`];
    })
    .join(' · ');
}

/** Where a request begins to cost more; null for flat prices. */
export function tierWords(rates: Rates): string | null {
  const [border] = tierBorders(rates);
  return border === undefined
    ? null
    : `A request of more than ${formatInteger(border)} prompt tokens costs more for every token.`;
}

/** How the cache is taken to be used, and why. */
export function cacheWords({ source, used, lifetime }: CacheEvidence): string {
  const minutes = Math.round(lifetime / 60_000);
  const kept = minutes >= 60 ? 'an hour' : counted(minutes, 'minute');
  if (!used)
    return 'No cache: usage reports neither reads nor writes. Every prompt is fresh input.';
  const why =
    source === 'recorded' ? 'usage reports it' : 'assumed, as usage says nothing of a cache';
  return `Cache in use (${why}), kept for ${kept} after it was last asked for.`;
}

const summariserTexts: Readonly<Record<SummariserCache, string>> = {
  shared: 'begins with the agent’s own request, which is read from the cache',
  unshared: 'has a prompt of its own, charged as fresh input',
  written: 'has a prompt of its own, which is written to the cache',
};

const sources: Readonly<Record<SummariserCall['source'], string>> = {
  declared: 'as the policy’s source has it',
  given: 'as chosen',
  assumed: 'assumed: its source does not say',
};

/** How the what-if's summariser is charged, and who says so; that of the recording where it differs. */
export function summariserWords({ summariser, ran, asRecorded, replayed }: CostReport): string {
  const text = ({ cache, source }: SummariserCall): string =>
    `${summariserTexts[cache]} (${sources[source]}).`;
  const { compactions } = replayed;
  const what =
    compactions.length > 0 && compactions.every(({ calls }) => calls === 0)
      ? 'The what-if calls no summariser.'
      : `The summariser’s call ${text(summariser)}`;
  const differs = ran.cache !== summariser.cache && asRecorded.compactions.length > 0;
  return differs ? `${what} The recording’s ${text(ran)}` : what;
}

/** "cold, after 12 min", "warm, after 8 s": whether the cache had something to read, and the gap that decides it. */
export function gapWords({ cold, gap }: Pick<CompactionCost, 'cold' | 'gap'>): string {
  const state = cold ? 'cold' : 'warm';
  if (gap === null || gap < 0) return state;
  const minutes = gap / 60_000;
  if (minutes < 1) return `${state}, after ${Math.round(gap / 1_000)} s`;
  return `${state}, after ${minutes < 10 ? formatFixed(minutes, 1) : formatInteger(Math.round(minutes))} min`;
}

/** How far the model of the cache is off where the recording can tell. */
export function errorWords(error: CacheError | null): string {
  if (error === null) {
    return 'No usage reports cache reads: the model of the cache cannot be checked on this recording.';
  }
  const { writes } = error;
  return `Cache reads: ${tokenErrorWords(error)}${writes === null ? '' : ` Writes: ${tokenErrorWords(writes)}`}`;
}

const tokenErrorWords = ({ predicted, recorded, steps, within, median }: TokenError): string =>
  `${formatInteger(predicted)} predicted, ${formatInteger(recorded)} recorded. ` +
  `Median error ${formatPercent(median)} of a prompt; ` +
  `${formatInteger(within)} of ${counted(steps, 'step')} within 5 % (${formatPercent(within / steps)}).`;

/** What a bill leaves out; empty where it leaves nothing out. */
export function billGaps(bill: Omit<RecordedBill, 'steps'>): readonly string[] {
  const { uncounted, copied = 0, unpriced, unanswered, uncached } = bill;
  const say = (steps: number, text: string): string[] =>
    steps === 0 ? [] : [`${counted(steps, 'step')} ${text}`];
  return [
    ...say(uncounted, 'without usage or refused: not charged'),
    ...say(copied, 'that another session holds as well: charged with it'),
    ...say(unpriced, 'of a model without a known price: not charged'),
    ...say(unanswered, 'whose response nobody counted: its output is not charged'),
    ...say(uncached, 'whose usage says nothing of the cache: charged as fresh input'),
  ];
}

/** When a compaction has paid for itself. */
export function breakEvenWords({ steps, lasted, paid }: CompactionCost): string {
  if (steps === null) return 'never pays: later requests cost no less';
  const after = steps < 0.05 ? 'pays at once' : `pays after ${formatFixed(steps, 1)} steps`;
  return `${after}; ${counted(lasted, 'step')} followed${paid ? '' : ', too few'}`;
}
