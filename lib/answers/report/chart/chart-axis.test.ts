import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { axisTicks, durationText } from './axis-ticks';
import { compactionTimes } from './compaction-times';
import { chartAxis, hasTimes, placeOf, placeOfTime, stepOfPlace } from './chart-axis';

/** Steps at these seconds after a start; NaN: no time. A `u` before a step begins a turn. */
function timed(seconds: readonly number[], turns: readonly number[] = [0]): Profile {
  const lines = seconds.flatMap((_, i) => [turns.includes(i) ? 'u 400' : 'm 400', '-- ?']);
  const profile = measureSession(textSession(lines.join('\n')));
  const start = Date.UTC(2026, 2, 14, 23, 50);
  const time = Float64Array.from(seconds, (after) => start + after * 1_000);
  return { ...profile, steps: { ...profile.steps, time } };
}

describe('the axis of steps', () => {
  it('has no places of its own, and stands in for one of unknown times', () => {
    const profile = timed([NaN, NaN, NaN]);
    expect(hasTimes(profile)).toBe(false);
    expect(chartAxis(profile, 'time')).toMatchObject({ kind: 'step', places: null });
    expect(placeOf(null, 1.5)).toBe(1.5);
    expect(stepOfPlace(null, 1.6)).toBe(2);
  });
});

describe('the axis of turns', () => {
  it('gives every turn the same width', () => {
    const axis = chartAxis(timed([0, 1, 2, 3, 4, 5], [0, 4]), 'turn');
    expect(axis.turns).toEqual([0, 4]);
    expect([...(axis.places ?? [])]).toEqual([0, 0.75, 1.5, 2.25, 3, 4.5]);
    const ticks = axisTicks(axis, new Float64Array(6), { from: 0, to: 5 }, 1);
    expect(ticks).toEqual([
      { place: 0, text: '0' },
      { place: 3, text: '1' },
    ]);
  });
});

describe('the axis of time', () => {
  const profile = timed([0, 10, 20, 30, 7_230, 7_240, 7_250]);
  const axis = chartAxis(profile, 'time');

  it('compresses a gap, and says how long it was', () => {
    expect(axis.gaps).toEqual([{ step: 4, milliseconds: 7_200_000 }]);
    const at = (step: number): number => placeOf(axis.places, step);
    // Eight usual pauses of ten seconds for two hours.
    expect((at(4) - at(3) - 0.15) / (at(1) - at(0) - 0.15)).toBeCloseTo(8, 9);
    expect(at(6)).toBeCloseTo(6, 9);
    expect(durationText(7_200_000)).toBe('2 h');
    expect(durationText(7_500_000)).toBe('2 h 5 min');
    expect(durationText(45_400)).toBe('45 s');
    expect(durationText(200_000_000)).toBe('2 d 7 h');
  });

  it('labels by the clock, with the day where it changes', () => {
    const ticks = axisTicks(axis, profile.steps.time, { from: 0, to: 6 }, 2);
    expect(ticks.map(({ text }) => text)).toEqual(['14 Mar 23:50', '15 Mar 01:50']);
  });

  it('places a moment between the steps around it', () => {
    const start = profile.steps.time[0] ?? 0;
    const between = placeOfTime(axis, profile, start + 5_000);
    expect(between).toBeCloseTo(placeOf(axis.places, 0.5), 9);
    expect(placeOfTime(axis, profile, start - 1)).toBeNaN();
    expect(placeOfTime(axis, profile, start + 9e9)).toBeNaN();
    expect(placeOfTime(axis, profile, start + 7_250_000)).toBeCloseTo(6, 9);
  });

  it('draws a recorded compaction from the step before it until it was done', () => {
    const done = (profile.steps.time[3] ?? 0) + 90_000;
    const [one, ...more] = compactionTimes(axis, profile, [
      { step: 4, time: done },
      { step: 2, time: null },
      { step: 3, time: 0 },
    ]);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ step: 4, milliseconds: 90_000, from: placeOf(axis.places, 3) });
    expect(one?.to).toBeGreaterThan(one?.from ?? NaN);
    expect(one?.to).toBeLessThan(placeOf(axis.places, 4));
    expect(compactionTimes(chartAxis(profile, 'step'), profile, [{ step: 4, time: done }])).toEqual(
      [],
    );
  });

  it('keeps every step apart and in order, whatever the times', () => {
    const seconds = fc.array(
      fc.oneof(fc.integer({ min: -1_000, max: 1_000_000 }), fc.constant(NaN)),
      {
        minLength: 2,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(seconds, (given) => {
        const one = timed(given);
        const { places } = chartAxis(one, 'time');
        given.forEach((_, step) => {
          expect(stepOfPlace(places, placeOf(places, step))).toBe(step);
          const before = step === 0 ? -1 : placeOf(places, step - 1);
          expect(placeOf(places, step)).toBeGreaterThan(before);
        });
      }),
      { numRuns: 60 },
    );
  });
});
