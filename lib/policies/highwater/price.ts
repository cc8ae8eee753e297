/**
 * Highwater's compaction by price: it compacts where sending the request as it is, now and in the requests to come, costs more
 * than a summary and the shorter requests behind it. No agent that we know decides so; Hermes and Mastra compact after an
 * idle time, OpenClaw shortens results, each because the provider's cache is gone then.
 *
 * Prices are multiples of an input token's. Of V tokens, with a prefix of P, k kept, a summary of s and n requests to come
 * (r a read, w a written, o an output token; A = P + k + s):
 * while the cache holds them, n·r·V against r·V + o·s + w·(k + s) + r·P + (n − 1)·r·A;
 * after it has expired, w·V + (n − 1)·r·V against V + o·s + w·A + (n − 1)·r·A.
 * Each gives the least V from which compacting is cheaper. Nine tenths of the window compact whatever they cost.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { heuristicForm } from '@/lib/engine/policy/decision';
import { firstTrigger, type Mechanism } from '@/lib/engine/policy/pipeline/mechanism';
import { pipeline } from '@/lib/engine/policy/pipeline/pipeline-run';
import { definePolicy, formOf, ownProvenance } from '@/lib/engine/policy/policy';
import {
  cappedSummary,
  numberSetting,
  share,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';
import { promptOf } from '@/lib/engine/policy/summariser';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';

const priced = (initial: number, label: string) =>
  numberSetting(initial, [0, 1_000], {
    label,
    unit: '× input',
    description: 'Of the model’s price of an input token; the default is Anthropic’s',
    advice: 'Set it as your provider’s price list states it',
  });

const settings = z.strictObject({
  window: windowSetting(),
  share: share.default(0.9).meta({
    label: 'Compacts at the latest at',
    unit: '× window',
    description: 'Whatever it costs',
  }),
  requests: wholeSetting(20, [1, 1_000_000], {
    label: 'Requests to come',
    unit: 'requests',
    description: 'An assumption: how many requests the shorter one is sent again in',
    advice: 'Set it to what your sessions go on for; with 1 only an expired cache can make it pay',
    slider: { min: 1, max: 100, step: 1 },
  }),
  expires: wholeSetting(300, [0, 10_000_000], {
    label: 'The cache expires after',
    unit: 'seconds',
    description: 'Five minutes at Anthropic, an hour where it is paid for',
    advice: 'Set it as your provider states it',
  }),
  read: priced(0.1, 'A token read from the cache'),
  written: priced(1.25, 'A token written into it'),
  output: priced(5, 'An output token'),
  keep: tokenSetting(20_000, { label: 'Newest kept', description: 'Tokens that stay as they are' }),
  ...cappedSummary('The size that the price assumes', {}, 4_000),
});
type PriceSettings = z.infer<typeof settings>;

const least = (cost: number, perToken: number): number =>
  perToken > 0 ? Math.ceil(cost / perToken) : Infinity;

/** Tokens from which compacting is cheaper while the cache holds them. */
function warm(chosen: PriceSettings, prefix: number): number {
  const { window, share: part, requests, read, written, output, keep, summaryCap } = chosen;
  const later = (requests - 1) * read;
  const made = output * summaryCap + written * (keep + summaryCap) + read * prefix;
  const price = least(made + later * (prefix + keep + summaryCap), later);
  return Math.min(price, Math.trunc(window * part));
}

/** The same after the cache has expired. */
function cold(chosen: PriceSettings, prefix: number): number {
  const { requests, read, written, output, keep, summaryCap } = chosen;
  const sent = written + (requests - 1) * read;
  return least(output * summaryCap + sent * (prefix + keep + summaryCap), sent - 1);
}

const summarises = {
  does: 'summarises',
  keeps: (request, { keep }) => request.newest(keep),
  cap: ({ summaryCap }) => summaryCap,
} as const satisfies Partial<Mechanism<PriceSettings>>;

const mechanisms: readonly Mechanism<PriceSettings>[] = [
  {
    name: 'After the cache',
    trigger: cold,
    when: ({ idle }, { expires }) => idle >= expires * 1_000,
    ...summarises,
  },
  { name: 'While it holds', trigger: warm, ...summarises },
];

/** Compacts where it pays. */
export const price = definePolicy({
  id: 'price',
  label: 'By price',
  provenance: ownProvenance('price'),
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule: 'threshold = the least tokens at which compacting is cheaper',
    threshold: (chosen, prefix) => firstTrigger(mechanisms, chosen, prefix),
    thresholdFormula: (chosen, prefix) =>
      `the lower of ${formatInteger(warm(chosen, prefix))} from the cache${Number.isFinite(cold(chosen, prefix)) ? ` and ${formatInteger(cold(chosen, prefix))} without it` : ''}`,
    path: () => ['window', 'share', 'requests', 'keep'],
    value: [heuristicForm],
    count: 'prompt + response of the last usage + chars ÷ 4 of what came since',
    lastReal: 'Last prompt + output',
  },
  traits: { keepsTail: true, summaryLeads: true, summariserCache: 'shared' },
  mechanisms,
  summariser: promptOf({ source: 'an assumption: asked behind the conversation' }),
  settings,
  presets: [{ id: 'reference', label: 'Anthropic’s prices, 20 requests to come', settings: {} }],
  form: formOf(referenceEstimator),
  begin: pipeline({
    value: ({ total, since, heuristic }) => (total > 0 ? total + since : heuristic),
    mechanisms,
  }),
});
