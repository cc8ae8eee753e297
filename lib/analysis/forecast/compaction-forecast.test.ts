import { describe, expect, it } from 'vitest';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { contextGuardThreshold } from '@/lib/policies/builtin';
import { Forecaster, scoreForecasts } from './compaction-forecast';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

/** Grows by 10,000 real tokens a step, which are counted exactly; the threshold is 180,000. */
function steady(steps: number): Replay {
  const grown = Array.from(
    { length: steps },
    (_, step) => `  ${step === 0 ? 'u' : 'm'} 40000\n  -- ${(step + 1) * 10_000}`,
  );
  const session = drawnSession(`\n  limit 200000\n${grown.join('\n')}\n`);
  const settings = contextGuardThreshold.settings.parse({ window: 200_000 });
  return replay(session, contextGuardThreshold, settings);
}

describe('the forecast', () => {
  it('is the step at which steady growth reaches the threshold', () => {
    const forecast = new Forecaster(steady(16)).after(9);
    expect(forecast).toEqual({
      value: 100_000,
      threshold: 180_000,
      growth: 10_000,
      left: { low: 8, median: 8, high: 8 },
    });
    expect(steady(18).columns.compacted.indexOf(1)).toBe(9 + 8);
  });

  it('says nothing of a session that has not grown for long enough', () => {
    const forecaster = new Forecaster(steady(16));
    expect(forecaster.after(5)?.left).toBeNull();
    expect(forecaster.after(6)?.left).toEqual({ low: 11, median: 11, high: 11 });
  });

  it('begins again with what was sent after a compaction', () => {
    const run = steady(18);
    const sent = run.columns.real[17] ?? NaN;
    expect(sent).toBeLessThan(180_000);
    expect(new Forecaster(run).after(17)?.value).toBe(sent);
  });

  it('is scored against the compaction that came', () => {
    expect(scoreForecasts(steady(18))).toEqual({ scored: 11, held: 11, error: 0, compactions: 1 });
  });

  it('is not scored while nobody knows', () => {
    expect(scoreForecasts(steady(12))).toMatchObject({ scored: 0, compactions: 0 });
  });
});
