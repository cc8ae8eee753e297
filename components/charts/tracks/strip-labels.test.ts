import { describe, expect, it } from 'vitest';
import type { TrackLabel } from '@/lib/answers/report/chart/tracks/track-rows';
import { stripScales } from './track-drawing';
import { stripLabels } from './strip-labels';

const plot = {
  left: 60,
  right: 660,
  x0: 66,
  perStep: 6,
  top: 0,
  bottom: 0,
  rail: 0,
  y0: 0,
  perToken: 0,
  places: null,
};
const HEIGHT = 78;
const label = (step: number, at: number, text: string, beyond: -1 | 0 | 1 = 0): TrackLabel => ({
  step,
  at,
  text,
  beyond,
});

describe('labels of a strip', () => {
  it('stand clear of every stem where their value lies beyond the scale', () => {
    const low = label(0, -2_000, '−21,890 at step 0, no usage yet', -1);
    const scales = stripScales(plot, HEIGHT, { low: -2_000, high: 15_000 });
    const [below] = stripLabels([low], scales);
    // The letters stand between the lowest stem's end and the next strip.
    expect((below?.y ?? 0) - 9).toBeGreaterThanOrEqual(scales.bottom);
    expect(below?.y).toBeLessThanOrEqual(HEIGHT - 2);
    const [above] = stripLabels([label(9, 15_000, 'measured up to 88×', 1)], scales);
    expect(above?.y).toBeLessThanOrEqual(scales.top);
    expect((above?.y ?? 0) - 9).toBeGreaterThanOrEqual(0);
  });

  it('never cover one another: the one beyond the scale is kept', () => {
    const scales = stripScales(plot, HEIGHT, { low: -5_000, high: 0 });
    const beyond = label(0, -5_000, '−42,483 at step 0, no usage yet', -1);
    const texts = stripLabels([label(12, -4_900, '−4,900'), beyond], scales).map((o) => o.text);
    expect(texts).toEqual([beyond.text]);
    expect(stripLabels([label(80, -4_900, '−4,900'), beyond], scales)).toHaveLength(2);
  });
});
