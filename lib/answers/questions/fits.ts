import * as z from 'zod';
import { cacheEvidence, type CacheSettings } from '@/lib/analysis/cost/cache-evidence';
import { givenPricesSchema } from '@/lib/analysis/cost/given-prices';
import { coldCompaction, coldPrompt } from '@/lib/analysis/cost/next-cost';
import { ratesOf, type SessionPrices } from '@/lib/analysis/cost/session-prices';
import { decisionAt } from '@/lib/analysis/explain/ledger-decision';
import {
  nextRequest,
  type NextModel,
  type SizedRequest,
} from '@/lib/analysis/fit/next/next-request';
import { figure, type Figure } from '@/lib/engine/base/answer/figure';
import { counted, formatDollars, formatFactor, formatInteger } from '@/lib/engine/base/format';
import { ownLimitAt } from '@/lib/engine/replay/environments';
import { settingsAt } from '@/lib/engine/replay/replay';
import { limitSchema, type Limit } from '@/lib/engine/session/schema';
import { tableLimit } from '@/lib/engine/tokens/limits/limits';
import { sentence, type Block, type FigureRow } from '../model/block';
import { coreNumbers } from '../model/core-numbers';
import { defineQuestion, QuestionError, type SessionSubject } from '../model/question';

const count = z.int().min(0);
const sized = z.object({ tokens: count, low: count, high: count });
const dollars = z.number().nullable();

interface NextDecision {
  readonly value: number;
  readonly threshold: number;
  readonly unit: string;
}

const output = z.object({
  model: z.string().nullable(),
  ran: z.string().nullable().describe('The model of the session’s last request'),
  limit: limitSchema.nullable().describe('Most tokens that the model accepts'),
  factor: z.number().describe('Tokens of the model for one of the session’s'),
  factorKnown: z.boolean().describe('Both models’ tokens were measured'),
  request: sized.describe('The next request without a compaction'),
  fits: z.boolean().nullable().describe('null where no limit is known'),
  policy: z.string(),
  policyLabel: z.string(),
  window: z.number().nullable().describe('The policy’s window under the model'),
  decision: coreNumbers<NextDecision>('What the policy compares at that request').nullable(),
  compacts: z.boolean().describe('The policy compacts before it is sent'),
  after: sized.nullable().describe('The same request behind a compaction; null where none is made'),
  covered: count.nullable().describe('Entries that the compaction would replace'),
  fitsAfter: z.boolean().nullable(),
  prices: coreNumbers<SessionPrices>('Prices of the model, their day and their list'),
  cost: z
    .object({
      now: z.number().describe('The prompt as it is'),
      compaction: dollars.describe('The calls that write the summary'),
      after: dollars.describe('The prompt behind it'),
    })
    .nullable()
    .describe('Dollars, nothing read from a cache; null for a model without prices'),
});

type Facts = z.output<typeof output>;

/** What a session would meet if it went on under another model, or later under its own. */
export const fits = defineQuestion({
  id: 'fits',
  title: 'Before a switch or a resume',
  about:
    'Says for a session that goes on under another model, or later under its own: whether its context fits, whether the agent’s own policy compacts first and to what, and what the first request costs with a cold cache, as it is and after a compaction. Sizes are projected, with their p10 to p90.',
  input: z.strictObject({
    model: z.string().min(1).max(200).optional().describe('The model; without one the session’s'),
    limit: z.int().positive().optional().describe('Most tokens that it accepts; else as is known'),
    prices: givenPricesSchema.default({}).describe('Prices to use instead, per million tokens'),
    at: z.iso.date().optional().describe('Day of the prices, as 2026-05-01'),
  }),
  example: { limit: 128_000 },
  output,
  *run(subject, { model, limit, prices: given, at }) {
    yield { done: 0, of: 1 };
    const { policy, pricesOf } = subject;
    const ran = modelAtEnd(subject);
    const next = nextModel(subject, model ?? null, limit ?? null);
    const { factor, request, run, step, compacts, after } = nextRequest(subject, next);
    const decision = decisionAt(run, step);
    const window = settingsAt(run, step)['window'];
    const day = at === undefined ? null : new Date(`${at}T00:00:00Z`);
    const prices = pricesOf(given, day, next.model === null ? [] : [next.model]);
    const rates = ratesOf(prices)(next.model);
    const cache: CacheSettings = cacheEvidence(subject.session.profile);
    const of = { cache, factor: factor.value };
    return {
      ...{ model: next.model, ran, limit: next.limit },
      ...{ factor: factor.value, factorKnown: factor.known, request },
      fits: fit(request, next),
      policy: policy.id,
      policyLabel: policy.label,
      window: typeof window === 'number' ? window : null,
      decision:
        decision === null || Number.isNaN(decision.value)
          ? null
          : { value: decision.value, threshold: decision.threshold, unit: decision.unit },
      compacts,
      after: after === null ? null : { tokens: after.tokens, low: after.low, high: after.high },
      covered: after?.covered ?? null,
      fitsAfter: after === null ? null : fit(after, next),
      prices,
      cost:
        rates === null
          ? null
          : {
              now: coldPrompt(request.tokens, rates, cache),
              compaction:
                after && coldCompaction(after.run, step, request.tokens, { ...of, rates }),
              after: after && coldPrompt(after.tokens, rates, cache),
            },
    };
  },
  tell(facts) {
    const { decision, prices, cost, model } = facts;
    return [
      { ...sentence([leadText(facts)]), lead: true } as Block,
      sentence([policyText(facts)]),
      ...summariserText(facts).map((text) => sentence([text])),
      { kind: 'figures', rows: figureRows(facts) },
      ...(decision !== null && decision.unit !== 'tokens'
        ? [sentence([`${facts.policyLabel} counts ${decision.unit}, not tokens.`])]
        : []),
      sentence([
        cost === null
          ? `The price list has no ${model ?? 'model'}; --price gives prices.`
          : `Prices of ${prices.day}, ${prices.list}; the response is not in them.`,
      ]),
      ...countText(facts).map((text) => sentence([text])),
    ];
  },
});

const modelAtEnd = ({ session: { profile } }: SessionSubject): string | null =>
  profile.head.models[profile.steps.model.at(-1) ?? -1] ?? null;

/** The model that was asked for, and its limit: given, else what the session shows of it, else the table's. @throws QuestionError */
function nextModel(subject: SessionSubject, asked: string | null, given: number | null): NextModel {
  const { profile } = subject.session;
  const ran = modelAtEnd(subject);
  const model = asked ?? ran;
  const isSame = model === ran;
  const { steps, stepCount, head } = profile;
  const seen = steps.model.findLastIndex((at) => at >= 0 && head.models[at] === model);
  const shown = isSame ? ownLimitAt(head, stepCount - 1) : seen < 0 ? null : ownLimitAt(head, seen);
  if (given !== null) return { model, isSame, limit: { tokens: given, source: 'user' } };
  const tabled = tableLimit(model);
  const limit = shown ?? (tabled === null ? null : { tokens: tabled, source: 'table' as const });
  if (limit === null && !isSame) {
    throw new QuestionError(
      'limit',
      `nobody knows how much ${model ?? ''} accepts: give its limit.`,
    );
  }
  return { model, isSame, limit };
}

const fit = ({ tokens }: SizedRequest, { limit }: NextModel): boolean | null =>
  limit === null ? null : tokens <= limit.tokens;

const n = formatInteger;
const about = ({ tokens, low, high }: SizedRequest): string =>
  low === tokens && high === tokens ? `~${n(tokens)}` : `~${n(tokens)} (${n(low)} to ${n(high)})`;

function leadText({ model, request, limit, fits: does }: Facts): string {
  const name = model ?? 'the model';
  const size = `the next request holds ${about(request)} tokens`;
  if (limit === null) return `No limit of ${name} is known; ${size}.`;
  const off = Math.abs(limit.tokens - request.tokens);
  const near = request.low <= limit.tokens && request.high > limit.tokens;
  const verdict = does === true ? `It fits into ${name}` : `It does not fit into ${name}`;
  const by = `${n(off)} ${does === true ? 'below' : 'above'} the limit of ${n(limit.tokens)}`;
  return `${verdict}: ${size}, ${by}${near ? '; the limit is within what the projection may be off by' : ''}.`;
}

function policyText({
  policyLabel: policy,
  decision,
  compacts,
  after,
  covered,
  limit,
}: Facts): string {
  if (decision === null && after === null) return `${policy} compacts nothing here.`;
  const compared =
    decision === null || !Number.isFinite(decision.threshold)
      ? ''
      : ` (${n(decision.value)} against a threshold of ${n(decision.threshold)})`;
  const first = compacts
    ? `${policy} compacts first${compared}`
    : `${policy} sends it as it is${compared}`;
  if (after === null) return `${first}; a compaction would change nothing.`;
  const left = `${about(after)} tokens, ${counted(covered ?? 0, 'entry', 'entries')} replaced`;
  const still = limit !== null && after.tokens > limit.tokens ? ', which does not fit either' : '';
  return compacts
    ? `${first}: to ${left}${still}.`
    : `${first}; a compaction would leave ${left}${still}.`;
}

/** The new model is asked for the summary, with the same history. */
function summariserText({ fits: does, after, model, ran }: Facts): readonly string[] {
  if (does !== false || after === null) return [];
  return model === ran
    ? ['The request for the summary holds the same entries: it may be refused as well.']
    : [
        `Compact before the switch, under ${ran ?? 'the old model'}: the request for a summary holds the same entries, and ${model ?? 'the new model'} may refuse it.`,
      ];
}

function countText({ factor, factorKnown, model, ran }: Facts): readonly string[] {
  if (model === ran) return [];
  return factorKnown
    ? factor === 1
      ? []
      : [
          `Sizes are ${formatFactor(factor)} those of ${ran ?? 'the session'}, by the shipped densities of both.`,
        ]
    : [`Sizes are those of ${ran ?? 'the session'}: the tokens of both models were not measured.`];
}

const projected = (value: number): Figure => figure(value, 'tokens', { basis: 'projected' });

function figureRows({
  request,
  after,
  limit,
  window,
  decision,
  cost,
}: Facts): readonly FigureRow[] {
  const band = ({ low, high }: SizedRequest): string => `p10 to p90 ${n(low)} to ${n(high)}`;
  const tokens = decision !== null && decision.unit === 'tokens' ? decision : null;
  const money = (id: string, label: string, value: number | null, origin: string) =>
    value === null ? [] : [{ id, label, value: [`~${formatDollars(value)}`], origin }];
  return [
    {
      id: 'request',
      label: 'Next request',
      value: projected(request.tokens),
      origin: band(request),
    },
    ...(after === null
      ? []
      : [
          {
            id: 'after',
            label: 'After a compaction',
            value: projected(after.tokens),
            origin: band(after),
          },
        ]),
    ...(limit === null
      ? []
      : [
          {
            id: 'limit',
            label: 'Limit',
            value: figure(limit.tokens, 'tokens'),
            origin: SOURCES[limit.source],
          },
        ]),
    ...(window === null
      ? []
      : [{ id: 'window', label: 'Window', value: [n(window)], origin: 'of the policy' }]),
    ...(tokens === null || !Number.isFinite(tokens.threshold)
      ? []
      : [
          {
            id: 'decision',
            label: 'Compared',
            value: [n(tokens.value)],
            origin: 'the policy’s own count',
          },
          {
            id: 'threshold',
            label: 'Threshold',
            value: [n(tokens.threshold)],
            origin: 'of the policy',
          },
        ]),
    ...money('now', 'Prompt as it is', cost?.now ?? null, 'nothing in the cache'),
    ...money(
      'compaction',
      'Compaction',
      cost?.compaction ?? null,
      'the calls that write the summary',
    ),
    ...money('then', 'Prompt after it', cost?.after ?? null, 'nothing in the cache'),
  ];
}

const SOURCES: Readonly<Record<Limit['source'], string>> = {
  recording: 'from the recording',
  user: 'given',
  table: 'from the table',
  raised: 'an accepted request was larger than the table’s',
  link: 'brought by the link',
};
