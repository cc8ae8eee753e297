import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSession } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { none } from '@/lib/policies/highwater/none';
import { policies } from '@/lib/policies/registry';
import { arbitrarySettings } from '@/lib/policies/testing/arbitrary-settings';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { arbitraryScenario } from '@/lib/readers/scenarios/testing/arbitrary-scenario';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { divergenceText, laneStep, laneStepText, realDifference } from './changes';
import { compareLanes } from './comparison';
import { laneDraft, laneReplay, type Lane } from './lane';
import { laneTextOf, parseLane, formatLane } from './lane-text';
import { costTotal } from '@/lib/analysis/cost/cost-total';
import { flat } from '@/lib/analysis/cost/rates';
import { differenceText, judged, metricRows, metricsCsv, metricText } from './metric-rows';
import { metrics, metricSubject } from './metrics';
import { stepEffects } from './step-effects';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { drawnSession, preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const anySession: fc.Arbitrary<Replayable> = fc.oneof(
  arbitraryScenario.map((scenario) => prepare(generateProfile(scenario, 'generated').profile)),
  arbitrarySession.map((recording) => preparedSession(recording)),
);

const anyChoice = fc
  .constantFrom(...policies)
  .chain((policy) => arbitrarySettings(policy).map((settings) => ({ policy, settings })));

const anyLane = (session: Replayable, key = 'a'): fc.Arbitrary<Lane> =>
  anyChoice.map(({ policy, settings }) => ({
    session: key,
    replay: replay(session, policy, settings),
  }));

const anyLanes = (least: number): fc.Arbitrary<readonly Lane[]> =>
  anySession.chain((session) => fc.array(anyLane(session), { minLength: least, maxLength: 6 }));

const rowsOf = (lanes: readonly Lane[], baseline: number) =>
  metricRows(
    lanes.map((lane) => metricSubject(lane.replay, [])),
    baseline,
  );

/** Four requests of 1,000, 5,000, 9,500 and 12,000 real tokens under a limit of 10,000. */
const incident = drawnSession(
  'limit 10000\nu 400\n-- 1000\nm 4\nu 8000\n-- 5000\nm 4\nu 8000\n-- 9500\nm 4\nu 10000\n-- 12000',
);
const lane = (session: Replayable, window: number, key = 'a'): Lane => {
  const settings = contextGuardThreshold.settings.parse({
    window,
    cap: 1,
    summary: 'bytes',
    summaryBytes: 40,
  });
  return { session: key, replay: replay(session, contextGuardThreshold, settings) };
};
const as: Lane = { session: 'a', replay: replay(incident, none, {}) };

describe('a hand-worked comparison', () => {
  // The window's buffer of 20 % leaves a threshold of 8,000: the last real of 9,500 reaches it at step 3.
  const guard = lane(incident, 10_000);
  const comparison = compareLanes([as, guard]);

  it('finds where the lanes part, and says why', () => {
    expect(comparison.divergences).toEqual([
      null,
      { row: 3, baseline: 3, lane: 3, kind: 'decision' },
    ]);
    expect(comparison.changed).toEqual([3]);
    expect(laneStepText(laneStep(comparison, 0, 3))).toBe('held, overflow');
    expect(divergenceText(comparison, 1, ['A', 'B'])).toMatch(
      /^B leaves A at step 3: B compacted \([\d,]+ ≥ 8,000\); A held, overflow\.$/,
    );
    expect(divergenceText(comparison, 0, ['A', 'B'])).toBe('A is the baseline.');
  });

  it('adds up the recorded lane', () => {
    const found = Object.fromEntries(
      metrics.map((metric) => [metric.id, metric.of(metricSubject(as.replay, null))]),
    );
    expect(found).toEqual({
      compactions: { value: 0, projected: false },
      'summariser-calls': { value: 0, projected: false },
      'overflow-steps': { value: 1, projected: false },
      'first-event': { value: 3, projected: false },
      'lost-entries': { value: 0, projected: false },
      // (1,000 + 5,000 + 9,500 + 12,000) / 4
      'mean-real': { value: 6_875, projected: false },
      'peak-real': { value: 12_000, projected: false },
      'tokens-sent': { value: 27_500, projected: false },
      cost: null,
      'largest-margin': null,
      'room-left': { value: -2_000, projected: false },
      'unused-window': { value: 0, projected: false },
      'projected-steps': { value: 0, projected: false },
      'findings-error': null,
      'findings-warning': null,
      'findings-info': null,
    });
  });

  it('marks what nobody measured, and judges differences', () => {
    const rows = rowsOf([as, guard], 0);
    const row = (id: string) => rows.find(({ metric }) => metric.id === id)!;
    expect(row('compactions').differences).toEqual([null, { value: 1, projected: false }]);
    expect(row('overflow-steps').differences[1]).toEqual({ value: -1, projected: true });
    expect(row('peak-real').values[1]).toEqual({ value: 9_500, projected: false });
    expect(row('tokens-sent').values[1]).toEqual({
      value: 15_500 + guard.replay.columns.real[3]!,
      projected: true,
    });
    const verdict = (id: string) => judged(row(id).metric, row(id).differences[1] ?? null);
    expect(['compactions', 'overflow-steps', 'mean-real', 'room-left'].map(verdict)).toEqual([
      ...['worse', 'better', null, 'better'],
    ]);
  });

  it('draws the difference of the requests', () => {
    const sent = guard.replay.columns.real[3]!;
    expect([...realDifference(comparison, 1)]).toEqual([0, 0, 0, sent - 12_000]);
  });

  it('prices lanes where prices are known', () => {
    const rates = {
      ...{ input: flat(5), output: flat(25), cacheRead: flat(0.5) },
      ...{ cacheWrite: flat(6.25), cacheWriteHour: flat(10) },
    };
    const subjects = [as, guard].map((lane) => metricSubject(lane.replay, [], () => rates));
    const cost = metricRows(subjects, 0).find(({ metric }) => metric.id === 'cost');
    const [one, other] = [as, guard].map((lane) => costTotal(lane.replay, () => rates));
    expect(cost?.values[1]).toEqual({ value: other, projected: true });
    expect(cost?.differences[1]?.value).toBeCloseTo((other ?? NaN) - (one ?? NaN), 12);
    expect(metricText('dollars', cost?.values[0] ?? null)).toMatch(/^~\$0\.\d{4}$/);
    expect(differenceText({ value: -0.5, projected: true }, 'dollars')).toBe('−$0.5000');
    expect(differenceText({ value: 2, projected: false })).toBe('+2');
  });

  it('writes a record a metric and lane', () => {
    const lines = metricsCsv(rowsOf([as, guard], 0), ['A', 'B'])
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(1 + 2 * metrics.length);
    expect(lines[0]).toBe('metric,unit,better,lane,value,kind,difference');
    expect(lines).toContain('overflow-steps,steps,lower,B,0,projected,-1');
    expect(lines).toContain('largest-margin,signed,neither,A,,,');
  });
});

describe('two sessions', () => {
  const text = 'u 400\n-- 1000\nm 4\nu 800\n-- 1300\nm 4\nu 400\n-- 1500';
  const first = drawnSession(text);
  const second = drawnSession(`${text}\nm 4\nu 40000\n-- 12000\nm 4\nu 40\n-- 12100`);
  const other = drawnSession(text.replace('u 800', 'u 880'));
  const key = (session: Replayable, name: string): Lane => lane(session, 10_000, name);

  it('part where their logs do', () => {
    const { divergences } = compareLanes([key(first, 'a'), key(other, 'b')]);
    expect(divergences[1]).toMatchObject({ kind: 'log', baseline: 1, lane: 1 });
  });

  it('go on behind the end of the shorter one', () => {
    const comparison = compareLanes([key(first, 'a'), key(second, 'b')]);
    expect(comparison.alignment.rows).toHaveLength(5);
    expect(laneStep(comparison, 0, 4)).toMatchObject({ step: -1, decision: null });
    expect(laneStep(comparison, 1, 4)).toMatchObject({ step: 4 });
    expect(divergenceText(comparison, 1, ['A', 'B'])).toBe(
      'B is another recording than A: after 5 entries of the same sizes they part at its step 3. The first decision that differs: B compacted (10,403 ≥ 8,000) at its step 3; A has no step.',
    );
  });

  it('of which one goes on: lanes of the other do not part behind its end', () => {
    const comparison = compareLanes([key(first, 'a'), key(first, 'a'), key(second, 'b')]);
    expect(comparison.alignment.rows).toHaveLength(5);
    expect(comparison.divergences[1]).toBeNull();
    expect(divergenceText(comparison, 1, ['A', 'B', 'C'])).toBe(
      'B never leaves A: every request is the same.',
    );
  });

  it('stand by share from their first steps to their last', () => {
    const { alignment } = compareLanes([key(first, 'a'), key(second, 'b')], { axis: 'share' });
    expect([...alignment.rows]).toEqual([0, 0.5, 1]);
    // Steps at 0, ¼, ½, ¾ and 1 in rows from 0, from ½ and from 1.
    expect([...alignment.starts[1]!]).toEqual([0, 2, 4, 5]);
  });
});

describe('every comparison', () => {
  it('of a lane with itself has no divergence, no change and no difference', () => {
    fc.assert(
      fc.property(anyLanes(1), ([one]) => {
        const comparison = compareLanes([one!, { ...one! }]);
        expect(comparison.divergences).toEqual([null, null]);
        expect(comparison.changed).toEqual([]);
        for (const { differences } of rowsOf([one!, one!], 0)) {
          expect(differences[1]?.value ?? 0).toBe(0);
        }
        expect(realDifference(comparison, 1).every((value) => value === 0)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('has negated differences after a swap, and parts at the same step', () => {
    fc.assert(
      fc.property(anyLanes(2), ([a, b]) => {
        const forth = rowsOf([a!, b!], 0).map(({ differences }) => differences[1]);
        const back = rowsOf([a!, b!], 1).map(({ differences }) => differences[0]);
        forth.forEach((one, index) => {
          expect(back[index] ?? null).toEqual(
            one === null || one === undefined ? null : { ...one, value: 0 - one.value },
          );
        });
        const there = compareLanes([a!, b!], { baseline: 0 });
        const again = compareLanes([a!, b!], { baseline: 1 });
        expect(again.divergences[0]).toEqual(there.divergences[1]);
        expect(again.changed).toEqual(there.changed);
      }),
      { numRuns: 60 },
    );
  });

  it('lists exactly the rows whose effects differ, the first divergence not behind them', () => {
    fc.assert(
      fc.property(anyLanes(2), (lanes) => {
        const { changed, divergences } = compareLanes(lanes);
        const [base, ...others] = lanes.map(({ replay: run }) => stepEffects(run));
        const differ = [...base!.keys()].filter((step) =>
          others.some((effects) => effects[step] !== base![step]),
        );
        expect(changed).toEqual(differ);
        others.forEach((effects, index) => {
          const first = effects.findIndex((bits, step) => bits !== base![step]);
          const found = divergences[index + 1] ?? null;
          if (first >= 0) expect(found?.row).toBeLessThanOrEqual(first);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('promotes a lane to the same replay', () => {
    fc.assert(
      fc.property(anySession, anyChoice, (session, { policy, settings }) => {
        const opening = openSession(
          { format: 'other', agent: 'Test', agentVersion: null },
          session.profile,
        );
        const full = policy.settings.parse(settings) as Readonly<Record<string, unknown>>;
        const initial = successOf(
          laneDraft(
            { policy: policy.id, preset: null, settings: {}, faults: [] },
            opening,
            session,
          ),
        );
        const written = laneTextOf('a', policy, full, {
          initial: initial.settings,
          own: false,
          faults: [],
        });
        const parsed = parseLane(formatLane(written));
        if (!parsed.ok) throw new Error(parsed.error);
        const again = successOf(laneDraft(parsed.value, opening, session));
        expect(again.settings).toEqual(full);
        expect(laneReplay(session, opening, again).columns).toEqual(
          shownReplay(session, opening, { policy, settings: full }).columns,
        );
      }),
      { numRuns: 100 },
    );
  });
});
