import { formatDollars, formatPrice } from '@/lib/engine/base/format';
import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { costReport, type CostReport } from './cost-report';
import { billTable, compactionColumns } from './cost-tables';
import { costHeadline, outputWords, recordedTotal, recordedWords } from './cost-words';
import { priceNames } from './rates';
import { recordedBill } from './recorded-bill';
import { opus } from './testing/opus';
import { drawnSession, preparedSession } from '@/lib/engine/replay/testing/drawn-session';

describe('dollars', () => {
  it.each([
    [1_234.5, '$1,234.50'],
    [1, '$1.00'],
    [0.0812, '$0.0812'],
    [-0.5, '−$0.5000'],
    // 8 tokens at $5 a million
    [0.00004, '$0.00004'],
    [-0.000_02, '−$0.00002'],
    [0, '$0'],
    [-0, '$0'],
    [0.3 - 0.1 - 0.2, '$0'],
  ])('%f is %s', (dollars, text) => expect(formatDollars(dollars)).toBe(text));

  it.each([
    [5, '$5'],
    [0.5, '$0.50'],
    [3.75, '$3.75'],
    [0.0375, '$0.0375'],
    [12.5, '$12.50'],
  ])('of a million tokens: %f is %s', (dollars, text) => expect(formatPrice(dollars)).toBe(text));
});

describe('what usage was charged', () => {
  const wordsOf = (text: string): readonly string[] => {
    const bill = recordedBill(drawnSession(text), () => opus);
    return priceNames.map((name) => recordedWords(bill, name));
  };

  it('is not told where no usage counts it', () => {
    // 2 × 1,000 tokens at $5 a million
    expect(wordsOf('u 400\n-- 1000\nm 4\nu 4\n-- 1000')).toEqual([
      ...['$0.0100', 'not in usage', 'not in usage', 'not in usage', 'not in usage'],
    ]);
  });
});

describe('a cost', () => {
  const picture = `model claude-x\nu 4000\n-- 12000\n${'m 4000\n-- 14000\n'.repeat(6)}`;
  const told = (
    output: number | null,
    settings: object = {},
    rates: typeof opus | null = opus,
  ): CostReport => {
    const session = textSession(picture);
    const steps = session.steps.map((step, i) => ({
      ...step,
      ...{ real: 12_000 + 2_000 * i, ...(output === null ? {} : { output }) },
      ...{ cacheRead: 2_000, cacheWrite: 0, cacheWriteHour: 0 },
    }));
    const prepared = preparedSession({ ...session, steps });
    const chosen = { summary: 'bytes', summaryBytes: 400, window: 10_000_000, ...settings };
    const parsed = contextGuardThreshold.settings.parse(chosen);
    const run = replay(prepared, contextGuardThreshold, parsed);
    return costReport(run, { ratesOf: () => rates }).report;
  };

  it('is not told of a model without a price', () => {
    expect(costHeadline(told(2_000, {}, null), false)).toBe(
      'No price is known of the session’s models. Give one to see what it cost.',
    );
  });

  it('is told in one figure: of the session, or what a what-if differs by', () => {
    const report = told(2_000);
    expect(costHeadline(report, false)).toBe(
      `The session cost ${formatDollars(report.recorded.cost.total)} by its own usage.`,
    );
    expect(costHeadline(report, true)).toBe('The what-if costs as much as the session as it ran.');
    const tight = told(2_000, { window: 20_000 });
    const less = tight.asRecorded.total - tight.replayed.total;
    expect(costHeadline(tight, true)).toBe(
      `The what-if costs about ${formatDollars(Math.abs(less))} ${less > 0 ? 'less' : 'more'} than the session as it ran, both modelled.`,
    );
  });

  it('has no rows and columns that hold nothing, and none of a what-if where there is none', () => {
    const report = told(2_000);
    expect(billTable(report, null).heads).toEqual(['recorded by usage', 'as it ran, modelled']);
    expect(billTable(report, null).rows.map(({ label }) => label)).toEqual([
      ...['fresh input', 'cache reads', 'cache writes, 5 min', 'output', 'total'],
    ]);
    expect(billTable(report, 'what-if').heads).not.toContain('difference');
    const tight = told(2_000, { window: 20_000 });
    const { heads, rows } = billTable(tight, 'what-if');
    expect(heads).toEqual([
      ...['recorded by usage', 'as it ran, modelled', 'what-if, modelled', 'difference'],
    ]);
    expect(rows.map(({ label }) => label)).toContain('summariser');
    for (const { cells } of rows) expect(cells).toHaveLength(heads.length);
    const free = tight.replayed.compactions.map((one) => ({ ...one, summariser: 0 }));
    expect(compactionColumns(free).map(({ head }) => head)).not.toContain('summariser');
    expect(compactionColumns(tight.replayed.compactions)).toHaveLength(7);
  });

  it('says which outputs are sized, and marks what rests on them', () => {
    const { recorded } = told(1);
    expect(outputWords(recorded)).toBe(
      'Output of 6 of 7 steps is a placeholder; sized from its text, ~12,000 tokens where usage counts 6. Thinking that the file does not hold is not in it.',
    );
    expect(recordedWords(recorded, 'output')).toMatch(/^~\$/);
    expect(recordedTotal(recorded)).toMatch(/^~\$/);
    const whole = told(2_000).recorded;
    expect(outputWords(whole)).toBeNull();
    expect(recordedTotal(whole)).toMatch(/^\$/);
  });
});
