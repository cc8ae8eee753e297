/** What a policy asks besides the recording, worked by hand. */
import { expect, it } from 'vitest';
import { openclaw } from '@/lib/policies/openclaw/policy';
import { outputs, runPicture } from '@/lib/policies/testing/run-picture';
import { billTable } from './cost-tables';
import { costReport } from './cost-report';
import { costTotal } from './cost-total';
import type { Rates } from './rates';

const price = (base: number) => ({ base, tiers: [] });
const rates: Rates = {
  ...{ input: price(10), output: price(50), cacheRead: price(1), cacheWrite: price(12.5) },
  cacheWriteHour: price(20),
};
const ratesOf = () => rates;

it('a memory flush is charged: its first call writes the request into the cache, its second reads it', () => {
  const picture = 'limit 200000\nu 400\n-- 175900\nm 400\nu 400\n-- 176100';
  const run = runPicture(openclaw, picture, {}, outputs(100, 100));
  // 175,900 + 100 + 100 of the prompt reach 176,000. Asked are 176,100 + 264, then 600 more.
  const { report, steps } = costReport(run, { ratesOf, cache: { used: true } });
  const first = 176_364 * 12.5 + 600 * 50;
  const second = 176_364 * 1 + 600 * 12.5 + 4 * 50;
  expect(report.replayed.added).toBeCloseTo((first + second) / 1e6, 9);
  expect(report.asRecorded.added).toBe(0);
  expect(report.replayed.total - report.asRecorded.total).toBeCloseTo(report.replayed.added, 9);
  expect((steps.replayed[1] ?? 0) - (steps.ran[1] ?? 0)).toBeCloseTo(report.replayed.added, 9);
  expect(costTotal(run, ratesOf)).toBeCloseTo(report.replayed.total, 9);
  const row = billTable(report, 'OpenClaw').rows.find(({ label }) => label === 'added calls');
  expect(row?.cells.slice(1)).toEqual(['~$0', '~$2.42', '+$2.42']);
});
