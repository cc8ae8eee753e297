/** Lost caches worked by hand: the mark, the finding and the bill add up. */
import { expect, it } from 'vitest';
import { recorded } from '@/lib/policies/highwater/recorded';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';
import type { CountKind, Step } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { findings } from '../detectors/registry';
import { breakCost } from './break-cost';
import { costReport } from './cost-report';
import { breakAt, breakWords } from './cost-words';
import type { Rates } from './rates';

const price = (base: number) => ({ base, tiers: [] });
const rates: Rates = {
  ...{ input: price(10), output: price(50), cacheRead: price(0.25), cacheWrite: price(12.5) },
  cacheWriteHour: price(20),
};

/** Usage of a step: read, written, of that for an hour, and what is left of 3 tokens of input. */
const usage = (cacheRead: number, cacheWrite: number, hour = 0): Partial<Step> => ({
  ...{ cacheRead, cacheWrite, output: 60 },
  ...(hour > 0 ? { cacheWriteHour: hour } : {}),
});

function runOf(steps: readonly Partial<Step>[]): Replay {
  const picture = steps.map((one) => {
    return `m 120\n-- ${(one.cacheRead ?? 0) + (one.cacheWrite ?? 0) + 3}`;
  });
  const session = textSession(`model claude-x\nu 40\n${picture.join('\n')}`);
  const changed = session.steps.map((step, i) => ({ ...step, ...steps[i] }));
  const prepared = preparedSession({ ...session, steps: changed });
  return replay(prepared, recorded, recorded.settings.parse({}));
}

/** Requests of 48,000 to 120,000, then five resumed ones that read 26,285 of what is cached. */
const resumed = [
  ...[usage(0, 47_997), usage(59_697, 300), usage(89_697, 300), usage(119_697, 300)],
  ...[93_715, 102_715, 111_715, 120_715, 129_715].map((written) => usage(26_285, written)),
];

it('five resumed turns cost $6.40 more than from a warm cache, and the bill adds up', () => {
  const run = runOf(resumed);
  const { report } = costReport(run, { ratesOf: () => rates });
  // Cached before: 120,000 + 120,003 + 129,003 + 138,003 + 147,003 = 654,012, of which 5 × 26,285 are
  // read. The rest is written at $12.50 instead of read at $0.25: 522,587 × $12.25 a million.
  expect(report.breaks?.steps).toEqual([4, 5, 6, 7, 8]);
  expect(report.breaks?.dollars).toBeCloseTo((522_587 * 12.25) / 1e6, 9);
  expect(breakAt(report, 4)).toBe('$1.15 more than from a warm cache');
  // The same session from a warm cache: each request reads all that the one before held.
  const held = [120_000, 120_003, 129_003, 138_003, 147_003];
  const warm = runOf([
    ...resumed.slice(0, 4),
    ...held.map((read, i) => usage(read, 120_000 + 9_000 * i - read)),
  ]);
  const bill = costReport(warm, { ratesOf: () => rates }).report;
  expect(bill.breaks).toBeUndefined();
  expect(report.recorded.cost.total - (report.breaks?.dollars ?? 0)).toBeCloseTo(
    // 3 tokens of step 4's fresh input are read where the prompt of step 3 ends behind them.
    bill.recorded.cost.total,
    4,
  );
});

it('what usage is above the model of the cache is told in two parts that add up to it', () => {
  const { report } = costReport(runOf(resumed), { ratesOf: () => rates });
  expect(breakWords(report)).toBe(
    'The cache was lost at steps 4, 5, 6, 7 and 1 more: 558,590 tokens sent uncached, $6.40 more than from a warm cache, with which usage comes to $1.32. Usage less the model is $5.53: $6.40 at these steps, −$0.8709 at all others.',
  );
});

it('the finding says the dollars of the cost', () => {
  const run = runOf(resumed);
  const ratesOf = () => rates;
  const [one] = findings(run, { agent: 'Test', notices: [], ratesOf }, () => null).filter(
    ({ detector }) => detector === 'cache-break',
  );
  const dollars = breakCost(run.session, ratesOf)?.dollars;
  expect(one?.figures).toContainEqual({ name: 'lost', value: dollars, unit: 'dollars' });
});

it('writes for an hour are lost first, then those for five minutes, then fresh input', () => {
  const run = runOf([usage(0, 100_000), usage(20_000, 80_000, 30_000)]);
  // 100,003 were cached, 20,000 read: 30,000 × (20 − 0.25) + 50,000 × (12.5 − 0.25) + 3 × (10 − 0.25).
  const dollars = (30_000 * 19.75 + 50_000 * 12.25 + 3 * 9.75) / 1e6;
  expect(breakCost(run.session, () => rates)?.dollars).toBeCloseTo(dollars, 9);
});

it('a copied call broke the cache of another session, and costs nothing here', () => {
  const kind: CountKind = 'copied';
  const copied = { counted: { kind, tokens: 100_003, reason: 'Copied.' } };
  const run = runOf([usage(0, 100_000), { ...usage(0, 100_000), ...copied }]);
  expect(breakCost(run.session, () => rates)).toBeNull();
});

it('a model without a price is named with its tokens alone', () => {
  const run = runOf([usage(0, 100_000), usage(0, 100_000)]);
  expect(breakCost(run.session, () => null)).toMatchObject({ each: [null], dollars: 0 });
});
