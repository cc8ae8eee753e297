import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Settings } from '@/lib/engine/policy/fields';
import { policies, policyOrDefault } from '@/lib/policies/registry';
import { arbitrarySettings } from '@/lib/policies/testing/arbitrary-settings';
import { sizedLog } from '@/lib/policies/testing/sized-log';
import { intAt } from '@/lib/engine/base/read';
import { SUMMARY_WRAPPER } from '@/lib/engine/mechanisms/summary-text';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { drawnFlow, drawnRecording } from '@/lib/engine/replay/testing/drawn-sessions';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { samples, sampleSession } from '@/lib/tools/samples/samples';
import { expectTiled, wrongValues } from '../testing/same-pieces';
import { breakpoints } from './breakpoints';
import type { Piece } from './piece-list';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const guard = policyOrDefault('contextguard-threshold');
const guardSettings = (given: object): Settings => guard.settings.parse(given) as Settings;
const SUMMARIES = ['cap', 'bytes', 'share', 'recorded', 'fallback', 'empty'] as const;
const range = { from: 150_000, to: 230_000 };

const sessions: readonly (readonly [string, Replayable])[] = [
  ...samples
    .filter(({ id }) => id !== 'long-session')
    .map(({ id, build }) => [id, preparedSession(build())] as const),
  ...scenarioCatalogue
    .slice(0, 16)
    .map(({ name, session }) => [name, prepare(generateProfile(session, name).profile)] as const),
];

/** The ends of some pieces, and so many values between. */
function triedValues(
  pieces: readonly Piece[],
  { from, to }: { readonly from: number; readonly to: number },
  count: number,
): readonly number[] {
  const edges = pieces.slice(0, 150).flatMap((piece) => [piece.from, piece.to]);
  const between = Array.from(
    { length: count },
    (_, k) => from + Math.floor((k * (to - from)) / count),
  );
  return [...new Set([...edges, ...between])].sort((a, b) => a - b);
}

it('tries at least 20 sessions', () => {
  expect(sessions.length).toBeGreaterThanOrEqual(20);
});

describe.each(sessions)('windows of %s', (_, session) => {
  const limit = session.profile.head.limit?.tokens ?? null;

  it.each(SUMMARIES)('have the pieces of the replays, summary %s', (summary) => {
    const settings = guardSettings({ summary });
    const found = breakpoints(session, guard, settings, 'window', { ...range, limit });
    expect(found).toMatchObject({ exact: true, method: 'certificates' });
    expectTiled(found.pieces, range.from, range.to, 1);
    const values = triedValues(found.pieces, range, 40);
    const tried = { session, policy: guard, settings, setting: 'window', limit, values };
    expect(wrongValues(found.pieces, tried)).toEqual([]);
  });
});

const anySession: fc.Arbitrary<Replayable> = fc.oneof(
  drawnFlow.map(({ session }) => session),
  drawnRecording,
);
const anyLimit = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 30_000 }));
const anyWindow = fc.oneof(fc.integer({ min: 0, max: 30_000 }), fc.constant(199_950));

describe('every value of small ranges', () => {
  it('has the outcome of its replay: windows', () => {
    const anyWidth = fc.constantFrom(0, 3, 120, 2_000, 20_000, 60_000);
    fc.assert(
      fc.property(
        anySession,
        arbitrarySettings(guard),
        anyLimit,
        fc.tuple(anyWindow, anyWidth),
        (session, drawn, limit, [from, width]) => {
          const settings = { ...drawn, estimator: 'own' };
          const to = from + width;
          const given = { from, to, limit };
          const { pieces, exact } = breakpoints(session, guard, settings, 'window', given);
          expect(exact).toBe(true);
          expectTiled(pieces, from, to, 1);
          const values = triedValues(pieces, given, 60);
          const tried = { session, policy: guard, settings, setting: 'window', limit, values };
          expect(wrongValues(pieces, tried)).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each([
    ['cap', 0.1, 10],
    ['factor', 0.1, 10],
    ['floor', 0.01, 100],
  ])('has the outcome of its replay: %s', (setting, step, perUnit) => {
    fc.assert(
      fc.property(
        anySession,
        arbitrarySettings(guard),
        anyLimit,
        fc.integer({ min: 0, max: 3 }),
        (session, drawn, limit, from) => {
          const settings = { ...drawn, estimator: 'own' };
          const to = from + 4;
          const { pieces, exact } = breakpoints(session, guard, settings, setting, {
            from,
            to,
            limit,
          });
          expect(exact).toBe(true);
          expectTiled(pieces, from, to, step);
          const values = Array.from(
            { length: 4 * perUnit + 1 },
            (_, k) => (from * perUnit + k) / perUnit,
          );
          const tried = { session, policy: guard, settings, setting, limit, values };
          expect(wrongValues(pieces, tried)).toEqual([]);
        },
      ),
      { numRuns: 80 },
    );
  });

  it.each(
    policies
      .filter((policy) => 'window' in (policy.settings.parse({}) as object))
      .map((policy) => [policy.id, policy] as const),
  )('has the outcome of its replay, or is a labelled grid: %s', (_, policy) => {
    fc.assert(
      fc.property(
        anySession,
        arbitrarySettings(policy),
        anyLimit,
        anyWindow,
        fc.boolean(),
        (session, drawn, limit, from, poor) => {
          const settings = drawn as Settings;
          const to = from + 60;
          const budget = poor ? 10 * session.profile.stepCount : undefined;
          const given = { from, to, limit, ...(budget === undefined ? {} : { budget }) };
          const found = breakpoints(session, policy, settings, 'window', given);
          expectTiled(found.pieces, from, to, 1);
          expect(found.exact).toBe(!found.method.startsWith('grid of'));
          if (!found.exact) return;
          const values = Array.from({ length: 61 }, (_, k) => from + k);
          expect(
            wrongValues(found.pieces, {
              session,
              policy,
              settings,
              setting: 'window',
              limit,
              values,
            }),
          ).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('planted pieces of one token', () => {
  // No usage and a factor of 1: the value is the heuristic, and every step adds one token.
  const stairs = prepare(sizedLog(`u${4 * 180_000} ~ ${'u4 ~ '.repeat(40).trim()}`, 1));

  it('are found one by one', () => {
    const settings = guardSettings({ factor: 1, summary: 'bytes', summaryBytes: 40 });
    const given = { from: 199_990, to: 200_060, limit: null };
    const { pieces } = breakpoints(stairs, guard, settings, 'window', given);
    const single = pieces.filter(({ from, to }) => from === to);
    expect(single.map(({ from, outcome }) => [from, outcome.fired[0]])).toEqual(
      Array.from({ length: 40 }, (_, k) => [200_001 + k, k + 1]),
    );
    expect(pieces.at(-1)).toMatchObject({ from: 200_041, outcome: { fired: [] } });
  });

  it('are found as islands where the summary grows with the window', () => {
    const agent = preparedSession(sampleSession('production-incident'));
    const settings = guardSettings({});
    const limit = agent.profile.head.limit?.tokens ?? null;
    const { pieces } = breakpoints(agent, guard, settings, 'window', { ...range, limit });
    const islands = pieces.filter(({ from, to }, k) => from === to && from < 199_999 && k > 0);
    expect(islands.length).toBeGreaterThan(5);
    const values = islands.flatMap(({ from }) => [from - 1, from, from + 1]);
    const tried = { session: agent, policy: guard, settings, setting: 'window', limit, values };
    expect(
      wrongValues(pieces, { ...tried, values: [...new Set(values)].sort((a, b) => a - b) }),
    ).toEqual([]);
  });
});

describe('a window whose summary is just as long as the recorded one', () => {
  // There the replay compacts as recorded; beside it the requests are the recorded ones but for the summary's
  // difference, so it fires again at the next step as well, until that difference is too large.
  const agent = sampleSession('kubernetes-agent');
  const [compaction] = agent.compactions;
  const settings = guardSettings({});
  const WINDOW = 190_005;

  it('is no island: its neighbours rejoin the recording', () => {
    if (compaction === undefined) throw new Error('The sample compacts');
    const at = (profile: Profile) =>
      replay(prepare(profile), guard, { ...settings, window: WINDOW }, { limit: null });
    const plain = { ...agent, compactions: [] };
    const step = at(measureSession(plain)).columns.compacted.indexOf(1);
    const entry = agent.steps[step]?.entries ?? 0;
    const moved = { ...compaction, step, entry };
    const made = measureSession({ ...agent, compactions: [moved] });
    const [measured] = made.head.compactions;
    if (measured === undefined) throw new Error('The compaction is measured');
    const summaryBytes = SUMMARY_WRAPPER + intAt(at(made).columns.summaryBytes, step);
    const profile = {
      ...made,
      head: { ...made.head, compactions: [{ ...measured, summaryBytes }] },
    };
    expect(at(profile).columns.reproduced[step]).toBe(1);

    const session = prepare(profile);
    const given = { from: 189_000, to: 191_000, limit: null };
    const { pieces } = breakpoints(session, guard, settings, 'window', given);
    const again = pieces.filter(
      ({ outcome: { fired } }) => fired[0] === step && fired[1] === step + 1,
    );
    expect(again.map(({ from, to }) => [from, to])).toEqual([
      [189_357, 190_487],
      [190_488, 190_565],
    ]);
    const values = Array.from({ length: 2_001 }, (_, k) => 189_000 + k);
    const tried = { session, policy: guard, settings, setting: 'window', limit: null, values };
    expect(wrongValues(pieces, tried)).toEqual([]);
  });
});

describe('the production incident', () => {
  const session = preparedSession(sampleSession('production-incident'));

  it('is saved by a cap of 7.5, and the value before it is the grid’s', () => {
    const found = breakpoints(session, guard, guardSettings({ window: 200_000 }), 'cap', {
      from: 1,
      to: 10,
      limit: 200_000,
    });
    expect(
      found.pieces.map(({ from, to, outcome }) => [from, to, outcome.fired, outcome.overflow]),
    ).toEqual([
      [1, 7.4, [], [143]],
      [7.5, 10, [143], []],
    ]);
    expect(found.replays).toBeLessThan(20);
  });
});

it('says what it cannot do', () => {
  const [, session] = sessions[0]!;
  const given = { from: 5, to: 1, limit: null };
  expect(() => breakpoints(session, guard, guardSettings({}), 'window', given)).toThrow(
    'no value from 5 to 1',
  );
  expect(() => breakpoints(session, guard, guardSettings({}), 'wndow', given)).toThrow(
    'no setting "wndow"',
  );
});
