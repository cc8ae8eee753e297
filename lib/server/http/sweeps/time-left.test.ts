import { describe, expect, it } from 'vitest';
import type { PhaseCounts } from '@/lib/server/db/sweeps/shares';
import { figureSeconds } from '@/lib/tuning/sweep/sweep-cost';
import { timeLeft, type SweepSoFar } from './time-left';

const STEPS = 50;

/** A phase of 100 replays of which some are computed, the newest at a time. */
function phase(units: number, newestAt: number, begun = 0): PhaseCounts {
  const shares = (count: number) => ({ shares: 1, units: count, steps: count * STEPS });
  const done = shares(units);
  const begunSteps = begun * STEPS;
  return {
    ...{ all: shares(100), done, cached: shares(0), freshSteps: done.steps },
    ...{ begunSteps, newestAt },
  };
}

/** 100 replays of 50 steps, begun at 1 s: what is computed of each phase, and when its newest was. */
function sofar(phases: Readonly<Record<string, PhaseCounts>>, now: number): SweepSoFar {
  const all = Object.values(phases);
  const freshSteps = all.reduce((sum, one) => sum + one.freshSteps, 0);
  const counts = { ...phase(0, 0), freshSteps, phases: new Map(Object.entries(phases)) };
  return { counts, units: 100, figured: true, startedAt: 1_000, now };
}

const costs = Math.round(400 + 100 * figureSeconds(STEPS) * 1_000);

describe('the time that a sweep still takes', () => {
  it('is unknown before its first share, and none where nothing is known', () => {
    expect(timeLeft(sofar({ coarse: phase(0, 0) }, 11_000))).toBeNull();
    expect(timeLeft(sofar({}, 11_000))).toBe(0);
  });

  it('goes on at the pace of the totals, without figures', () => {
    const totals = (units: number) => ({
      ...sofar({ coarse: phase(units, 11_000) }, 11_000),
      figured: false,
    });
    expect(timeLeft(totals(50))).toBe(10_000);
    expect(timeLeft(totals(100))).toBe(0);
  });

  it('has the seconds announced for figures until they begin, whatever the totals waited for', () => {
    expect(timeLeft(sofar({ coarse: phase(100, 11_000) }, 11_000))).toBe(costs);
    expect(timeLeft(sofar({ coarse: phase(50, 11_000) }, 11_000))).toBe(10_000 + costs);
  });

  it('goes on at the pace of the figures once they have one', () => {
    const figures = (units: number) =>
      sofar({ coarse: phase(100, 11_000), figures: phase(units, 15_000) }, 15_000);
    // 20 of 100 in the four seconds after the last totals.
    expect(timeLeft(figures(20))).toBe(16_000);
    expect(timeLeft(figures(100))).toBe(0);
  });

  it('counts what is being computed as half done', () => {
    // 20 of 100 in four seconds, and half of 40 more: 60 are left.
    const begun = { coarse: phase(100, 11_000), figures: phase(20, 15_000, 40) };
    expect(timeLeft(sofar(begun, 15_000))).toBe(6_000);
    expect(timeLeft({ ...sofar({ coarse: phase(50, 11_000, 50) }, 11_000), figured: false })).toBe(
      3_333,
    );
  });
});
