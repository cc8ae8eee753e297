import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartFeed } from '@/components/charts/chart-feed';
import { labelBoxes, type Box } from '@/components/charts/chart-labels';
import { markPlaces, type Pixel } from '@/components/charts/mark-places';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import type { CauseId, Clause, Evidence } from '@/lib/analysis/explain/cause/cause';
import { explainStep } from '@/lib/analysis/explain/cause/explain-step';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import { openSession } from '@/lib/analysis/fit/opening';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { chartAxis } from '@/lib/answers/report/chart/chart-axis';
import { chartRows } from '@/lib/answers/report/chart/chart-rows';
import { evidencePlace, evidencePlaceText } from '@/lib/answers/report/chart/evidence-places';
import { productionIncident } from '@/lib/readers/scenarios/testing/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import { cursorOf, notesOf } from './chart-cursor';
import { trackTops } from './track-stack';

const incident = productionIncident.build();
const profile = measureSession(incident);
const opening = openSession(incident.source, profile);
const session = prepare(profile, opening.prefixTokens);
const subject = causeSubject(session, opening, { agent: 'an agent', tools: null });
const last = profile.stepCount - 1;
const names = new Map([31, 77, 118, 143].map((step) => [step, 'feature-flags']));

const underWindow = (window: number): Replay =>
  replay(session, opening.policy, { ...opening.settings, window });

/** A plot of 0 to 220,000 tokens that shows the steps from one on. */
function plot(width: number, from = 0): PlotScales {
  const [left, top, bottom] = [62, 26, 200];
  const right = left + width;
  const perStep = (width - 16) / Math.max(1, last - from);
  const perToken = (top - bottom) / 220_000;
  return {
    ...{ left, right, top, bottom, perStep, perToken, places: null, rail: bottom + 190 },
    ...{ x0: left + 6 - perStep * from, y0: bottom },
  };
}

function feedOf(run: Replay, step: number, from = 0): ChartFeed {
  const range = { from, to: last };
  const notes = notesOf(run, chartAxis(profile, 'step'), { joins: names, compactions: [] });
  const rows = chartRows(run, { range, points: 1_500, columns: 60 });
  return {
    subscribe: () => () => undefined,
    moving: () => false,
    rows: () => rows,
    cursor: () => cursorOf(run, step),
    notes: () => notes,
    handles: () => ['window', 'threshold'],
  };
}

/** The clauses with a number, and where the chart shows them. */
function marksOf(run: Replay, step: number) {
  const { headline, clauses } = explainStep(run, step, subject);
  return [headline, ...clauses.filter(({ cause }) => cause !== null)].map((clause) =>
    evidencePlace(clause, run, step),
  );
}

const boxAt = ({ x, y }: Pixel): Box => ({ left: x - 8, right: x + 8, top: y - 8, bottom: y + 8 });
const meets = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

describe('the marks of the incident', () => {
  const run = underWindow(200_000);
  const places = marksOf(run, 143);

  it('stand at the prefix, at the jump and at the calibrated count; beside the correction’s track where that is open', () => {
    expect(places).toEqual([
      { kind: 'track', track: 'correction' },
      { kind: 'prefix' },
      { kind: 'jump', from: 142, to: 143, low: 150_000, high: 200_819 },
    ]);
    const scales = plot(660);
    const ground = { feed: feedOf(run, 143), scales };
    const closed = trackTops(['deviation', 'composition'], scales);
    const [correction, prefix, jump] = markPlaces(
      places.filter((place) => place !== null),
      { ...ground, tracks: closed },
    );
    expect(correction?.x).toBeGreaterThan(scales.right);
    expect(prefix?.x).toBeLessThan(90);
    expect(jump?.x).toBeGreaterThan(scales.right - 40);
    const open = trackTops(['deviation', 'correction'], scales);
    const [beside] = markPlaces([{ kind: 'track', track: 'correction' }], {
      ...ground,
      tracks: open,
    });
    expect(beside).toEqual({ x: scales.right + 24, y: scales.bottom + 8 + 78 + 49 });
  });

  it('leave a plot that no longer shows what they mark', () => {
    const [, prefix, jump] = markPlaces(
      places.filter((place) => place !== null),
      { feed: feedOf(run, 143, 100), scales: plot(660, 100), tracks: new Map() },
    );
    expect(prefix).toBeNull();
    expect(jump).not.toBeNull();
  });
});

describe('marks', () => {
  const levels = [
    { kind: 'level', level: 'threshold' },
    { kind: 'level', level: 'window' },
  ] as const;

  it('cover no label and no other mark, at any step, window and width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 120, max: 143 }),
        fc.integer({ min: 9, max: 20 }),
        fc.constantFrom(480, 560, 660, 900),
        fc.constantFrom(0, 60, 110),
        (step, window, width, from) => {
          const run = underWindow(10_000 * window);
          const feed = feedOf(run, step, from);
          const scales = plot(width, from);
          const places = [...marksOf(run, step).filter((place) => place !== null), ...levels];
          const found = markPlaces(places, {
            feed,
            scales,
            tracks: trackTops(['deviation'], scales),
          });
          const boxes = found.flatMap((pixel) => (pixel === null ? [] : [boxAt(pixel)]));
          const labels = labelBoxes(feed, scales);
          for (const [i, box] of boxes.entries()) {
            for (const other of [...labels, ...boxes.slice(i + 1)]) {
              expect(meets(box, other), JSON.stringify([box, other, found])).toBe(false);
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the place of a sentence’s evidence', () => {
  const run = underWindow(200_000);
  const at = (evidence: Evidence | null, cause: CauseId | null = null) => {
    const clause: Clause = { cause, words: [], evidence, figures: {} };
    const place = evidencePlace(clause, run, 143);
    return place === null ? null : [place, evidencePlaceText(place)];
  };

  it.each([
    ['decision', [{ kind: 'track', track: 'deviation' }, 'the decision of the step']],
    ['last-real', [{ kind: 'track', track: 'deviation' }, 'the decision of the step']],
    ['correction', [{ kind: 'track', track: 'correction' }, 'the calibrated count of the step']],
    ['threshold', [{ kind: 'level', level: 'threshold' }, 'the line of the threshold']],
    ['heuristic', [{ kind: 'heuristic', step: 143, value: 24_000 }, 'the heuristic of step 143']],
    ['watermark-after', null],
  ])('of the operand %s', (id, expected) => {
    expect(at({ kind: 'operand', id })).toEqual(expected);
  });

  it('is the prefix for what no policy counts, a line for the window, a step for a step', () => {
    expect(at({ kind: 'operand', id: 'heuristic' }, 'hidden-prefix')).toEqual([
      { kind: 'prefix' },
      'the hidden prefix',
    ]);
    expect(at({ kind: 'setting', key: 'window' })?.[1]).toBe('the line of the window');
    expect(at({ kind: 'step', step: 1_250 })?.[1]).toBe('step 1,250');
    expect(at({ kind: 'setting', key: 'factor' })).toBeNull();
    expect(at(null)).toBeNull();
  });
});
