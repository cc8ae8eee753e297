import { describe, expect, it } from 'vitest';
import { bandOf } from '@/lib/engine/replay/projection/band';
import { replay } from '@/lib/engine/replay/replay';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { decisionText } from '@/lib/analysis/compare/changes';
import { stepObjects } from '@/lib/analysis/export/step-rows';
import { Forecaster } from '@/lib/analysis/forecast/compaction-forecast';
import { comparedAt, decisionAt, likelyAt } from './ledger-decision';
import { chanceToCompact, chanceToReach, chanceWords } from './likely';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

describe('the chance that a value reaches a threshold', () => {
  const band = { low: 90_000, value: 100_000, high: 130_000 };

  it.each([
    [100_000, 0.5],
    [90_000, 0.9],
    [130_000, 0.1],
    // Half of the way to p90: 1 − Φ(0.6408).
    [115_000, 0.2608],
  ])('is at %d tokens %d', (threshold, chance) => {
    expect(chanceToReach(band, threshold)).toBeCloseTo(chance, 3);
  });

  it('is all or nothing without a band', () => {
    const sure = { low: 5, value: 5, high: 5 };
    expect([5, 6].map((threshold) => chanceToReach(sure, threshold))).toEqual([1, 0]);
  });
});

describe('a decision behind a replayed compaction', () => {
  const grown = Array.from({ length: 9 }, (_, i) => `m 4000\n-- ${30_000 + 1_300 * i}`).join('\n');
  const session = drawnSession(`limit 200000\n${grown}`);
  const settings = claudeCode.settings.parse({});
  const made = replay(session, claudeCode, settings, { compactAt: [4] });
  const { low, high } = bandOf(made);
  const value = made.columns.real[5] ?? 0;

  it('may compact where the threshold lies inside the band of its request', () => {
    expect(high[5]).toBeGreaterThan(value);
    const at = (threshold: number) => chanceToCompact(made, { from: 5, value, threshold });
    expect(at(value)).toBeCloseTo(0.5, 3);
    expect(at((high[5] ?? 0) + 1)).toBeNull();
    expect(at(low[5] ?? 0)).toBeNull();
    expect(chanceWords(at(value))).toBe('may compact: 50 %');
  });

  it('is told with one probability in comparison, rows and ledger', () => {
    // A threshold of window − 33,000, one above what step 7 compares.
    const window = Math.ceil(comparedAt(made, 7)) + 33_001;
    const close = replay(session, claudeCode, claudeCode.settings.parse({ window }), {
      compactAt: [4],
    });
    const chance = likelyAt(close, 7) ?? NaN;
    expect(chance).toBeGreaterThan(0.3);
    expect(chance).toBeLessThan(0.5);
    const words = chanceWords(chance);
    const decision = decisionAt(close, 7);
    expect(decisionText(decision)).toMatch(new RegExp(`^~[\\d,]+ < [\\d,]+; ${words}$`));
    expect(decision?.words).toContain(words);
    const rows = stepObjects(close);
    expect(rows[7]?.chance).toBe(chance);
    expect(rows[2]?.chance).toBeNull();
  });

  it('widens the steps until the next one by the band of what it begins with', () => {
    const after = new Forecaster(made).after(8);
    const { low, median, high } = after?.left ?? { low: 0, median: 0, high: 0 };
    expect(after?.value).toBeGreaterThan(0);
    expect(low).toBeLessThan(median ?? 0);
    expect(median).toBeLessThan(high ?? Infinity);
  });

  it('is sure where the request was recorded', () => {
    expect(chanceToCompact(made, { from: 2, value: 1, threshold: 1 })).toBeNull();
    expect(chanceWords(null)).toBe('');
  });
});
