import { describe, expect, it } from 'vitest';
import { figureSeconds } from '@/lib/tuning/sweep/sweep-cost';
import { timeLeft, type SweepSoFar } from './time-left';

/** 100 replays of 50 steps: `totals` and `figures` of them are computed, those after 10 s and 4 s. */
function sofar(totals: number, figures: number | null): SweepSoFar {
  const shares = (units: number) => ({ shares: 1, units, steps: units * 50 });
  const ofFigures = shares(figures ?? 0);
  return {
    counts: {
      all: shares(figures === null ? 100 : 200),
      done: shares(totals + (figures ?? 0)),
      cached: shares(0),
      freshSteps: (totals + (figures ?? 0)) * 50,
      totalsAt: totals === 0 ? 0 : 11_000,
      figures: {
        all: shares(figures === null ? 0 : 100),
        done: ofFigures,
        freshSteps: ofFigures.steps,
      },
    },
    units: 100,
    hasFigures: true,
    startedAt: 1_000,
    now: figures === null ? 11_000 : 15_000,
  };
}

describe('the time that a sweep still takes', () => {
  it('is unknown before its first share, and none where nothing is known', () => {
    expect(timeLeft(sofar(0, null))).toBeNull();
    const none = sofar(0, null);
    const all = { shares: 0, units: 0, steps: 0 };
    expect(timeLeft({ ...none, counts: { ...none.counts, all } })).toBe(0);
  });

  it('goes on at the pace of the totals, without figures', () => {
    expect(timeLeft({ ...sofar(50, null), hasFigures: false })).toBe(10_000);
    expect(timeLeft({ ...sofar(100, null), hasFigures: false })).toBe(0);
  });

  it('has the seconds announced for figures until they begin, whatever the totals waited for', () => {
    const announced = Math.round(100 * figureSeconds(50) * 1_000);
    expect(timeLeft(sofar(100, null))).toBe(announced);
    expect(timeLeft(sofar(50, null))).toBe(10_000 + announced);
  });

  it('goes on at the pace of the figures once they have one', () => {
    // 20 of 100 in the four seconds after the last totals.
    expect(timeLeft(sofar(100, 20))).toBe(16_000);
    expect(timeLeft(sofar(100, 100))).toBe(0);
  });
});
