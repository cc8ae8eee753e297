import { describe, expect, it } from 'vitest';
import { contextGuardThreshold, none } from '@/lib/policies/builtin';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { replay } from '@/lib/engine/replay/replay';
import { seriesNames } from '../chart-look';
import { trackRows } from './track-rows';
import { trackText, type NumberTrack } from './track-values';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';
import { sampleSession } from '@/lib/tools/samples/samples';

const sample = (name: Parameters<typeof sampleSession>[0]) => preparedSession(sampleSession(name));
const session = sample('production-incident');
const made = replay(
  session,
  contextGuardThreshold,
  sessionSettings(contextGuardThreshold, session.profile.head),
);
const budget = {
  range: { from: 0, to: 143 },
  points: 1_500,
  columns: 60,
  lines: seriesNames,
  places: null,
  apart: 12,
};
const rowsOf = (track: NumberTrack) => trackRows(made, track, budget);

describe('the deviation of the decision from real', () => {
  it('names the worst values, and one beyond the scale with its cause', () => {
    const { labels, low, high } = rowsOf('deviation');
    expect(labels.map(({ step, text }) => [step, text])).toEqual([
      [0, '−88,182 at step 0, no usage yet'],
      [31, '−9,831'],
      [77, '−12,434'],
      [118, '−7,332'],
      [143, '−50,819'],
    ]);
    expect(labels[0]).toMatchObject({ beyond: -1, at: low });
    expect(low).toBeLessThan(-50_819);
    expect(low).toBeGreaterThan(-60_000);
    expect(high).toBe(0);
    expect(trackText(made, 'deviation', 143)).toBe('−50,819');
  });

  it('draws every step once, recorded or projected', () => {
    const { lines } = rowsOf('deviation');
    const value = lines.find(({ id }) => id === 'value')?.points.values ?? [];
    const projected = lines.find(({ id }) => id === 'projected')?.points.values ?? [];
    expect(value).toHaveLength(144);
    value.forEach((one, i) => {
      expect(Number.isNaN(one)).toBe(!Number.isNaN(projected[i] ?? NaN));
    });
  });

  it('keeps the worst steps in few points', () => {
    const long = sample('long-session');
    const settings = sessionSettings(contextGuardThreshold, long.profile.head);
    const run = replay(long, contextGuardThreshold, settings);
    const range = { from: 0, to: long.profile.stepCount - 1 };
    const { lines } = trackRows(run, 'deviation', { ...budget, range, points: 600 });
    const drawn = lines.find(({ id }) => id === 'value')?.points ?? { steps: [], values: [] };
    expect(drawn.steps.length).toBeLessThanOrEqual(700);
    const compacted = run.columns.compacted.indexOf(1);
    expect(drawn.steps).toContain(compacted);
  });
});

describe('the other tracks', () => {
  it('show the correction between floor and cap, and how far it was measured', () => {
    const { lines, labels, high } = rowsOf('correction');
    const cap = lines.find(({ id }) => id === 'cap')?.points.values;
    expect(cap).toEqual([5, 5]);
    expect(high).toBeGreaterThan(5);
    expect(labels).toHaveLength(1);
    expect(labels[0]?.text).toMatch(/^measured up to 867/);
    expect(trackText(made, 'correction', 143)).toBe('5×');
  });

  it('show the ratio on a logarithmic scale', () => {
    const { low, high, of, ticks } = rowsOf('ratio');
    expect(of(1_000) - of(100)).toBeCloseTo(1, 9);
    expect(low).toBeLessThan(of(8.368));
    expect(high).toBeGreaterThan(of(867));
    expect(ticks.map(({ text }) => text)).toContain('100×');
  });

  it('show the margin with the zero at which it fires', () => {
    const { lines } = rowsOf('margin');
    expect(lines.find(({ id }) => id === 'zero')?.points.values).toEqual([0, 0]);
    expect(trackText(made, 'margin', 143)).toBe('−30,000');
  });

  it('say why they are empty', () => {
    const free = replay(session, none, {});
    expect(trackRows(free, 'margin', budget)).toMatchObject({
      lines: [],
      note: 'This policy compares no tokens with a threshold.',
    });
    expect(trackRows(free, 'correction', budget).note).toBe('This policy uses no correction.');
    expect(trackText(free, 'margin', 3)).toBe('–');
  });
});
