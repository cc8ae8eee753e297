import { describe, expect, it } from 'vitest';
import { contextGuardThreshold, copilot, none, recorded } from '@/lib/policies/builtin';
import { observe } from '@/lib/engine/replay/observed/observe';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { scenarioSessionSchema } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { chartRows, overviewRows } from './chart-rows';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

/** 1,000 tokens a step, twice as many real ones; recorded compaction at `compact`. */
function picture(steps: number, compact = -1): string {
  const lines = ['limit 200000'];
  let real = 0;
  for (let i = 0; i < steps; i++) {
    if (i === compact) {
      lines.push('== compact 400');
      real = 200;
    }
    real += 2_000;
    lines.push(i === 0 ? 'u 4000' : 'm 4000', `-- ${real}`);
  }
  return lines.join('\n');
}

const run = (text: string, settings: object = {}): Replay =>
  replay(drawnSession(text), contextGuardThreshold, contextGuardThreshold.settings.parse(settings));
const whole = (steps: number) => ({
  range: { from: 0, to: steps - 1 },
  points: 1_500,
  columns: 60,
});

describe('chartRows', () => {
  it('has no mark at the line for a refused request of unknown size, and one on the rail', () => {
    const refused = 'u 400\n-- 1000\nm 400\n-- 2100 > 2000\nm 400\n-- ? > 2000';
    const session = drawnSession(refused);
    const watched = observe(
      session,
      contextGuardThreshold,
      contextGuardThreshold.settings.parse({}),
    );
    const rows = chartRows(watched, whole(3));
    expect(rows.over).toEqual({ steps: [1], values: [2_100] });
    const marked = rows.events.filter(({ kind }) => kind === 'overflow').map(({ step }) => step);
    expect(marked).toContain(2);
  });

  it('draws measured and projected real tokens as two lines that meet', () => {
    const made = run(picture(20), { window: 25_000, summary: 'bytes', summaryBytes: 400 });
    const step = made.divergence;
    const rows = chartRows(made, whole(20));
    expect(step).toBeGreaterThan(0);
    expect(rows.divergence).toBe(step);
    // The request before the step's decision is measured; the one sent instead is not.
    expect(rows.real.steps[rows.real.steps.length - 1]).toBe(step);
    expect(rows.projected.steps.slice(0, 2)).toEqual([step, step]);
    expect(rows.projected.values[0]).toBe(rows.real.values[rows.real.values.length - 1]);
    expect(rows.projected.values[1]).toBe(made.columns.real[step]);
    expect(rows.ghost.values).toEqual([...made.session.profile.steps.real].slice(step - 1));
  });

  it('draws window, threshold and limit as they change in the recording', () => {
    const text = `window 200000\n${picture(2).replace('limit 200000\n', '')}\nwindow 100000\nm 4\n-- 4100`;
    const { levels } = chartRows(run(text), whole(3));
    expect(levels.window).toEqual({ steps: [0, 2], values: [200_000, 100_000] });
    expect(levels.threshold).toEqual({ steps: [0, 2], values: [180_000, 80_000] });
    // The limit is the window.
    expect(levels.limit.steps).toEqual([]);
  });

  it('has a band where steps are projected only, interrupted between them', () => {
    const growths = [2, 1, 3, 2, 4, 1, 3, 2, 4, 1, 3, 2, 1, 4];
    let sum = 2_000;
    const real = growths.map((growth) => (sum += growth * 1_000));
    const lines = real.flatMap((tokens, i) => {
      return [i === 0 ? 'u 4000' : 'm 4000', i === 4 ? '-- ?' : `-- ${tokens}`];
    });
    const settings = { window: 25_000, summary: 'bytes', summaryBytes: 4_000 };
    const made = run(['limit 200000', ...lines].join('\n'), settings);
    expect(made.divergence).toBe(7);
    const { steps, low, high } = chartRows(made, whole(14)).band;
    // Step 4 reported nothing; 3, 5 and 6 did, and 7 compacts.
    expect(steps).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(low.map((value) => Number.isNaN(value))).toEqual(steps.map((step) => step === 6));
    const wide = steps.filter((_, i) => (low[i] as number) < (high[i] as number));
    expect(wide).toEqual([4, 7, 8, 9, 10, 11, 12, 13]);
    expect([low[0], high[0]]).toEqual([real[3], real[3]]);
  });

  it('projects nothing in a session that knows its ratio, compacted or not', () => {
    const turns = Array.from({ length: 12 }, () => ({ user: { bytes: 4_000 } }));
    const scenario = scenarioSessionSchema.parse({ config: { contextWindow: 20_000 }, turns });
    const { profile, settings } = generateProfile(scenario, 'generated');
    const chosen = contextGuardThreshold.settings.parse(settings);
    const made = replay(prepare(profile), contextGuardThreshold, chosen);
    expect(made.divergence).toBeGreaterThan(0);
    const rows = chartRows(made, whole(12));
    expect(rows.divergence).toBe(-1);
    expect(rows.projected.steps).toEqual([]);
    expect(rows.real.steps.at(-1)).toBe(11);
  });

  it('joins the values before and after a compaction on every line that has both', () => {
    const made = run(picture(20), { window: 25_000, summary: 'bytes', summaryBytes: 400 });
    const step = made.columns.compacted.indexOf(1);
    const { heuristic, drops, events } = chartRows(made, whole(20));
    const at = heuristic.steps.indexOf(step);
    expect(heuristic.steps[at + 1]).toBe(step);
    expect(heuristic.values[at]).toBe(made.columns.heuristic[step]);
    expect(heuristic.values[at + 1]).toBe(made.columns.heuristicSent[step]);
    expect(drops[0]).toEqual({
      step,
      from: made.columns.decision[step],
      to: made.columns.real[step],
    });
    expect(events.find(({ kind }) => kind === 'replayed')).toMatchObject({ step, count: 1 });
  });

  it('keeps recorded and replayed events apart, and none of the replay under `recorded`', () => {
    const session = drawnSession(picture(20, 10));
    const rows = chartRows(replay(session, recorded, {}), whole(20));
    expect(rows.events).toEqual([{ kind: 'recorded', step: 10, last: 10, count: 1 }]);
    expect(rows.divergence).toBe(-1);
    expect(rows.ghost.steps).toEqual([]);
    expect(rows.projected.steps).toEqual([]);
    expect(rows.window).toBe(-1);
    expect(rows.decision.steps).toEqual([]);
  });

  it('draws at most its budget and gathers events by pixel column, their points kept', () => {
    const made = run(picture(4_000), { window: 6_000, summary: 'bytes', summaryBytes: 400 });
    const rows = chartRows(made, { range: { from: 0, to: 3_999 }, points: 600, columns: 50 });
    expect(rows.total).toBe(4_000);
    expect(rows.drawn).toBeLessThanOrEqual(700);
    const replayed = rows.events.filter(({ kind }) => kind === 'replayed');
    expect(replayed.length).toBeLessThanOrEqual(50);
    const counted = replayed.reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBe(made.columns.compacted.reduce((sum, fired) => sum + fired, 0));
    for (const { step } of replayed) expect(rows.decision.steps).toContain(step);
  });

  it('holds window, threshold, decision and a limit in sight', () => {
    const made = run(picture(10));
    const rows = chartRows(made, whole(10));
    expect(rows.peak).toBe(200_000);
    expect(chartRows(run(picture(10), { window: 500_000 }), whole(10)).peak).toBe(500_000);
    const free = replay(made.session, none, {});
    expect(chartRows(free, whole(10)).peak).toBe(20_000);
    const near = replay(made.session, none, {}, { limit: 25_000 });
    expect(chartRows(near, whole(10)).peak).toBe(25_000);
  });

  it('shows overflow of the recording and of the replay', () => {
    const made = run('limit 3000\nu 4000\n-- 2000\nm 4000\n-- 4000 > 3000', { window: 9_000 });
    const { events, over } = chartRows(made, whole(2));
    expect(events.map(({ kind, step }) => [kind, step])).toEqual([
      ['recorded-overflow', 1],
      ['overflow', 1],
    ]);
    expect(over).toEqual({ steps: [1], values: [4_000] });
  });
});

describe('overviewRows', () => {
  it('is short and holds the peak', () => {
    const made = run(picture(2_000), { window: 10_000_000 });
    const { steps, values } = overviewRows(made, 100);
    expect(steps.length).toBeLessThanOrEqual(140);
    expect(Math.max(...values)).toBe(Math.max(...made.columns.real));
  });
});

describe('the delay of a compaction beside the agent', () => {
  const drawn = (from: number, to: number) => {
    const session = drawnSession(picture(30));
    const chosen = copilot.settings.parse({ window: 23_750, delaySteps: 3, exhaustion: 1 });
    const made = replay(session, copilot, { ...chosen, summary: 'bytes', summaryBytes: 400 });
    expect(made.notes.background[0]).toMatchObject({ start: 9, end: 12, how: 'landed' });
    return chartRows(made, { range: { from, to }, points: 1_500, columns: 60 });
  };

  it('is a span from its start to its landing, cut to the range that is drawn', () => {
    expect(drawn(0, 12).spans).toEqual([{ from: 9, to: 12, lands: true }]);
    expect(drawn(10, 11).spans).toEqual([{ from: 10, to: 11, lands: true }]);
    expect(drawn(0, 8).spans).toEqual([]);
  });

  it('has its start on the replay’s lane: no lane of notes for it alone', () => {
    const { events, lanes } = drawn(0, 12);
    expect(events.filter(({ kind }) => kind === 'start')).toMatchObject([{ step: 9, count: 1 }]);
    expect(lanes).toContain('replay');
  });
});
