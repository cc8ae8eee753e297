import { describe, expect, it } from 'vitest';
import { costReport } from '@/lib/analysis/cost/cost-report';
import type { Rates } from '@/lib/analysis/cost/rates';
import { opus } from '@/lib/analysis/cost/testing/opus';

import { contextGuardThreshold, recorded } from '@/lib/policies/builtin';
import { replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { seriesNames } from '../chart-look';
import { priceTiers } from '../price-tiers';
import { costNotes, costRows, costSoFar, costText } from './cost-rows';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

const session = drawnSession(
  'model claude-x\nu 4000\n-- 12000\nm 4000\n-- 14000\nm 4000\n-- 16000\nm 4000\n-- 18000\nm 4000\n-- 20000\nm 4000\n-- 22000',
);
const budget = {
  range: { from: 0, to: 5 },
  points: 1_500,
  columns: 60,
  lines: seriesNames,
  places: null,
  apart: 1,
};
const asRecorded = replay(session, recorded, recorded.settings.parse({}));
const whatIf = replay(
  session,
  contextGuardThreshold,
  contextGuardThreshold.settings.parse({ window: 20_000, summary: 'bytes', summaryBytes: 400 }),
);
const priced = (run: typeof whatIf, rates: Rates | null = opus) =>
  costReport(run, { ratesOf: () => rates }).steps;

describe('the cost track', () => {
  it('draws the bill and the what-if apart, and writes the dearest step', () => {
    const { lines, labels, high } = costRows(whatIf, priced(whatIf), budget);
    expect(lines.map(({ id, points }) => [id, points.values.length])).toEqual([
      ['value', 6],
      ['projected', 6],
    ]);
    const [bill] = lines;
    // 22,000 × $5: usage says nothing of a cache.
    expect(bill?.points.values[5]).toBeCloseTo(0.11, 9);
    expect(high).toBeGreaterThan(0.11);
    expect(labels.some(({ text }) => text === '$0.1100')).toBe(true);
  });

  it('says a step’s dollars, recorded before modelled, and the difference up to it', () => {
    const steps = priced(whatIf);
    expect(costText(steps, 0)).toBe('$0.0600 ~$0.0750');
    const soFar = costSoFar(steps);
    expect(soFar[2]).toBeCloseTo(0, 12);
    const total = (column: Float64Array): number => column.reduce((sum, one) => sum + one, 0);
    expect(soFar[5]).toBeCloseTo(total(steps.replayed) - total(steps.ran), 12);
    expect(costNotes(steps, soFar, { step: 5, from: 0, to: 5 })[0]).toMatch(/^so far ~[+−]\$/);
  });

  it('compares nothing where nothing differs, and counts the steps that cannot be charged', () => {
    const steps = priced(asRecorded);
    const gap = { ...steps, recorded: steps.recorded.with(1, NaN) };
    expect(costNotes(gap, costSoFar(gap), { step: 5, from: 0, to: 5 })).toEqual([
      '1 step not billed',
    ]);
  });

  it('says why it is empty', () => {
    const steps = priced(whatIf, null);
    expect(costRows(whatIf, steps, budget)).toMatchObject({ lines: [], labels: [] });
    expect(costRows(whatIf, steps, budget).note).toContain('No step of these has a price');
    expect(costText(steps, 2)).toBe('not charged');
  });
});

describe('price cliffs', () => {
  const cliff = { base: 2.5, tiers: [{ above: 271_999, price: 5 }] };

  it('hold over the steps of their model', () => {
    const turned = textSession('model gpt-5.4\nu 400\n-- 1000\nm 400\n-- 2000\nm 400\n-- 3000');
    const steps = turned.steps.map((step, i) => ({ ...step, model: i < 2 ? 'gpt-5.4' : 'flat' }));
    const profile = measureSession({ ...turned, steps });
    const ratesOf = (model: string | null): Rates =>
      model === 'gpt-5.4' ? { ...opus, input: cliff } : opus;
    expect(priceTiers(profile, ratesOf, { from: 0, to: 2 })).toEqual([
      {
        tokens: 271_999,
        text: 'above 271,999: $5.00 a million of input, $2.50 below',
        from: 0,
        to: 1,
      },
    ]);
    expect(priceTiers(profile, () => null, { from: 0, to: 2 })).toEqual([]);
  });
});
