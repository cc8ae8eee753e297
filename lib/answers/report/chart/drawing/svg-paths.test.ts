import { describe, expect, it } from 'vitest';
import { bandPath, linePath, runsOf, stepPath, type PlotScales } from './svg-paths';

const scales: PlotScales = {
  left: 0,
  right: 100,
  top: 0,
  bottom: 100,
  x0: 0,
  perStep: 10,
  y0: 100,
  perToken: -1,
  places: null,
  rail: 100,
};
const points = { steps: [0, 1, 2, 3, 4], values: [5, 6, 7, 8, 9] };

describe('runsOf', () => {
  it('joins runs at a shared point', () => {
    expect(runsOf(points, 3)).toEqual([
      { steps: [0, 1, 2], values: [5, 6, 7] },
      { steps: [2, 3, 4], values: [7, 8, 9] },
    ]);
  });

  it('keeps every segment once, whatever the size', () => {
    const segments = (path: string): number => path.split(/[LV]/).length - 1;
    for (let size = 2; size < 8; size++) {
      const runs = runsOf(points, size);
      const lines = runs.map((run) => linePath(run, scales)).join('');
      const steps = runs.map((run) => stepPath(run, scales)).join('');
      expect([segments(lines), segments(steps)]).toEqual([4, 4]);
      expect(runs.every((run) => run.steps.length <= size)).toBe(true);
    }
  });

  it('has a run for one point and none for no point', () => {
    expect(runsOf({ steps: [7], values: [1] }, 3)).toEqual([{ steps: [7], values: [1] }]);
    expect(runsOf({ steps: [], values: [] }, 3)).toEqual([]);
  });
});

describe('stepPath', () => {
  it('holds the last value beside its step, where a dot marks it', () => {
    // Without it the line would seem to end at the value before.
    expect(stepPath({ steps: [0, 1], values: [5, 6] }, scales)).toBe('M0 95H10V94H16');
    expect(stepPath({ steps: [3], values: [5] }, scales)).toBe('M30 95H36');
  });

  it('holds every value before a gap, and never beyond the next step', () => {
    const close = { ...scales, perStep: 2 };
    expect(stepPath({ steps: [0, 1, 2], values: [5, NaN, 7] }, close)).toBe('M0 95H2M4 93H6');
  });
});

describe('bandPath', () => {
  it('is an area for each part, and none across what interrupts it', () => {
    const low = [1, 2, NaN, 4, 5];
    const high = [3, 4, NaN, 6, 7];
    expect(bandPath({ steps: [0, 1, 2, 8, 9], low, high }, scales)).toBe(
      'M0 97L10 96L10 98L0 99ZM80 94L90 93L90 95L80 96Z',
    );
  });

  it('is nothing without a step, or with interruptions alone', () => {
    expect(bandPath({ steps: [], low: [], high: [] }, scales)).toBe('');
    expect(bandPath({ steps: [1, 2], low: [NaN, NaN], high: [NaN, NaN] }, scales)).toBe('');
  });
});
