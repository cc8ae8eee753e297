/** Cases worked by hand, with the arithmetic beside each; prices of 2026, in dollars per million tokens. */
import { describe, expect, it } from 'vitest';
import { policies } from '@/lib/policies/registry';
import { recorded } from '@/lib/policies/highwater/recorded';
import { replay } from '@/lib/engine/replay/replay';
import type { Step } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { breakEven, type CompactionTokens } from './break-even';
import { callCost } from './call-cost';
import type { Rates, Price } from './rates';
import { recordedBill } from './recorded-bill';
import { replayCost } from './replay-cost';
import { opus } from './testing/opus';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const above = (border: number, base: number, price: number): Price => ({
  base,
  tiers: [{ above: border, price }],
});

/** GPT-5.4: everything costs double above 271,999 input tokens but the output, 1.5 times. */
const gpt: Rates = {
  input: above(271_999, 2.5, 5),
  cacheRead: above(271_999, 0.25, 0.5),
  cacheWrite: null,
  cacheWriteHour: null,
  output: above(271_999, 15, 22.5),
};
/** Gemini 2.5 Pro: above 200,000. */
const gemini: Rates = {
  input: above(200_000, 1.25, 2.5),
  cacheRead: above(200_000, 0.125, 0.25),
  cacheWrite: null,
  cacheWriteHour: null,
  output: above(200_000, 10, 15),
};

const none = { input: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0, output: 0 };
const compaction: CompactionTokens = {
  before: 300_000,
  after: 40_000,
  prefix: 10_000,
  given: 300_000,
  instruction: 0,
  summary: 4_000,
  cold: false,
  hour: false,
};

describe('a call at a price cliff', () => {
  it('of GPT-5.4 costs its low price up to 271,999 tokens, cached ones among them', () => {
    const call = (input: number): number =>
      callCost({ ...none, input, cacheRead: 200_000, output: 1_000 }, gpt).total;
    // 71,999 × 2.5 + 200,000 × 0.25 + 1,000 × 15 = 179,997.5 + 50,000 + 15,000
    expect(call(71_999)).toBeCloseTo(0.2449975, 12);
    // One token more: 72,000 × 5 + 200,000 × 0.5 + 1,000 × 22.5
    expect(call(72_000)).toBeCloseTo(0.4825, 12);
  });

  it('of Gemini 2.5 Pro changes above 200,000', () => {
    const call = (input: number): number => callCost({ ...none, input, output: 100 }, gemini).total;
    // 200,000 × 1.25 + 100 × 10, and 200,001 × 2.5 + 100 × 15
    expect(call(200_000)).toBeCloseTo(0.251, 12);
    expect(call(200_001)).toBeCloseTo(0.5015025, 12);
  });
});

describe('a compaction across a price cliff', () => {
  it('of GPT-5.4 from 300,000 to 40,000 saves the high price of the large request', () => {
    const even = breakEven(compaction, 'unshared', gpt);
    // Summariser: 300,000 × 5 + 4,000 × 22.5 = 1.5 + 0.09
    expect(even.summariser).toBeCloseTo(1.59, 9);
    // Nothing is charged for writes: 30,000 × (2.5 − 0.25)
    expect(even.rewrite).toBeCloseTo(0.0675, 9);
    // 300,000 × 0.5 − 40,000 × 0.25
    expect(even.saving).toBeCloseTo(0.14, 9);
    // (1.59 + 0.0675) / 0.14
    expect(even.steps).toBeCloseTo(11.839, 3);
    // Shared: 300,000 × 0.5 + 4,000 × 22.5 = 0.24; (0.24 + 0.0675) / 0.14
    expect(breakEven(compaction, 'shared', gpt).steps).toBeCloseTo(2.196, 3);
  });

  it('of Gemini 2.5 Pro from 210,000 to 40,000', () => {
    const even = breakEven({ ...compaction, before: 210_000, given: 210_000 }, 'unshared', gemini);
    // 210,000 × 2.5 + 4,000 × 15; 30,000 × 1.125; 210,000 × 0.25 − 40,000 × 0.125
    expect(even.summariser).toBeCloseTo(0.585, 9);
    expect(even.rewrite).toBeCloseTo(0.03375, 9);
    expect(even.saving).toBeCloseTo(0.0475, 9);
    expect(even.steps).toBeCloseTo(13.026, 3);
  });
});

describe('writes that are kept for an hour', () => {
  const hour = { ...compaction, before: 167_000, after: 25_000, prefix: 20_000, given: 167_000 };

  it('make the rewrite of Opus 4.8 dearer: 5,000 × (10 − 0.5)', () => {
    const even = breakEven({ ...hour, hour: true }, 'written', opus);
    expect(even.rewrite).toBeCloseTo(0.0475, 9);
    // 167,000 × 10 + 4,000 × 25; (1.77 + 0.0475) / 0.071
    expect(even.summariser).toBeCloseTo(1.77, 9);
    expect(even.steps).toBeCloseTo(25.599, 3);
  });

  it('and a cold cache cheaper to compact: (25,000 − 167,000) × 10 are not written', () => {
    const even = breakEven({ ...hour, hour: true, cold: true }, 'unshared', opus);
    expect(even.rewrite).toBeCloseTo(-1.42, 9);
    // The summariser: 167,000 × 5 + 0.1 = 0.935, less than what is not written.
    expect(even.steps).toBe(0);
  });
});

describe('a session of GPT-5.4 by hand', () => {
  const picture = 'model gpt-5.4\nu 4000\n-- 200000\nm 4000\n-- 260000\nm 4000\n-- 280000';
  const usage: readonly Partial<Step>[] = [
    { output: 1_000, cacheRead: 0 },
    { output: 2_000, cacheRead: 199_000 },
    { output: 1_000, cacheRead: 259_000 },
  ];
  const session = textSession(picture);
  const steps = session.steps.map((step, i) => ({ ...step, ...usage[i] }));
  const run = replay(preparedSession({ ...session, steps }), recorded, recorded.settings.parse({}));

  it('is billed by its usage', () => {
    const bill = recordedBill(run.session, () => gpt);
    // 200,000 × 2.5 + 1,000 × 15
    expect(bill.steps[0]).toBeCloseTo(0.515, 9);
    // 61,000 × 2.5 + 199,000 × 0.25 + 2,000 × 15
    expect(bill.steps[1]).toBeCloseTo(0.23225, 9);
    // Above the border: 21,000 × 5 + 259,000 × 0.5 + 1,000 × 22.5
    expect(bill.steps[2]).toBeCloseTo(0.257, 9);
    expect(bill.cost.total).toBeCloseTo(1.00425, 9);
  });

  it('is modelled by what repeats: reads 200,000 and 260,000, no writes', () => {
    const cache = { used: true, lifetime: 300_000, hour: false };
    const cost = replayCost(run, { ratesOf: () => gpt, cache, summariser: 'unshared' });
    // 0.515; 60,000 × 2.5 + 200,000 × 0.25 + 0.03; 20,000 × 5 + 260,000 × 0.5 + 0.0225
    expect([...cost.steps].map((one) => Number(one.toFixed(9)))).toEqual([0.515, 0.23, 0.2525]);
    expect(cost.calls.cacheWrite).toBe(0);
  });
});

it('every policy says how its summariser’s call stands to the cache, or calls none', () => {
  const silent = policies.filter(({ traits }) => traits.summariserCache === undefined);
  expect(silent.map(({ id }) => id)).toEqual([
    // It collapses and drops without a summary.
    'agent-framework',
    'agent-framework-go',
    // It removes calls, results and reasoning without a summary.
    'ai-sdk-prune',
    // The providers' pages do not say what their own summary reads from the cache.
    'anthropic-compaction',
    'anthropic-editing',
    // Its memories drop messages without a summary.
    'llamaindex',
    'llamaindex-typescript',
    // It leaves messages out without a summary.
    'mastra-limiter',
    'none',
    // Nor what `responses.compact` reads.
    'openai-agents',
    'openai-compaction',
    'openai-truncation',
    // Its agent's policy says it.
    'recorded',
    // It drops messages without a summary.
    'strands-sliding',
  ]);
});
