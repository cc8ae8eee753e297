import { describe, expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { chartAxis } from './chart-axis';
import { laneRows } from './lane-rows';

const start = Date.UTC(2026, 2, 14, 9, 0);
const minutes = (...at: readonly number[]) =>
  at.map((minute) => ({ real: 1_000 * (1 + minute), time: start + minute * 60_000 }));

function parent(...at: readonly number[]) {
  const lines = at.flatMap((_, i) => [i === 0 ? 'u 400' : 'm 400', '-- ?']);
  const profile = measureSession(textSession(lines.join('\n')));
  const time = Float64Array.from(at, (minute) => start + minute * 60_000);
  return { ...profile, steps: { ...profile.steps, time } };
}

describe('a lane below its parent', () => {
  const profile = parent(0, 10, 20, 30);

  it('stands where it ran, on any axis', () => {
    const lane = { points: minutes(10, 15, 20), limit: 200_000, peak: 21_000 };
    const rows = laneRows(lane, chartAxis(profile, 'step'), profile);
    expect(rows.points.map(({ place }) => place)).toEqual([1, 1.5, 2]);
    expect(rows).toMatchObject({ limit: 200_000, top: 200_000, timed: true });
    const byTime = laneRows(lane, chartAxis(profile, 'time'), profile);
    expect(byTime.points[1]?.place).toBeCloseTo(1.5, 9);
  });

  it('ends with its parent where it ran longer', () => {
    const lane = { points: minutes(-5, 40), limit: null, peak: 41_000 };
    const rows = laneRows(lane, chartAxis(profile, 'step'), profile);
    expect(rows.points.map(({ place }) => place)).toEqual([0, 3]);
    expect(rows.top).toBe(41_000);
  });

  it('is spread over the axis without times, and says so', () => {
    const points = [1, 2, 3].map((real) => ({ real, time: null }));
    const rows = laneRows({ points, limit: null, peak: 3 }, chartAxis(profile, 'step'), profile);
    expect(rows.points.map(({ place }) => place)).toEqual([0, 1.5, 3]);
    expect(rows.timed).toBe(false);
  });
});
