import { parse } from 'yaml';
import { describe, expect, it, test } from 'vitest';
import { textFixtures } from '@/lib/readers/importers/testing/fixtures';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { findPolicy } from '@/lib/policies/registry';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { numbersOnlySessions } from '@/lib/engine/tokens/numbers-only';
import { evaluate, type CheckTarget } from './evaluate';
import { matchSessions } from './match';
import { profileHash } from '@/lib/engine/tokens/profile-hash';
import { expectationsText, recordedExpectations } from './record';
import { expectationsSchema, type Expectation, type Expectations } from './schema';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

const policy = findPolicy('contextguard-threshold');
if (policy === undefined) throw new Error('no policy');
const choice = { policy, preset: null };

/** 100 heuristic tokens an entry; a hidden prefix of 1,000 tokens. */
const STEADY = `
  u 400
  -- 1100
  m 400
  -- 1200
  m 400
  -- 1300
  m 400
  -- 1400
`;
const steady: CheckTarget = {
  name: 'steady',
  session: drawnSession(STEADY),
};
const short: CheckTarget = {
  name: 'short',
  session: drawnSession('u 400\n-- 1100\nm 400\n-- 1200'),
};

const settings = { window: 1_500, cap: 5, factor: 2.5, summary: 'bytes', summaryBytes: 40 };
const check = (
  expectations: readonly Expectation[],
  given: object = {},
  sessions = [steady, short],
  limit: number | null = null,
) =>
  evaluate(
    { expectations: [...expectations], settings: { ...settings, ...given }, limit },
    choice,
    sessions,
  );

describe('expectations', () => {
  it('fires: holds where it compacts, else says why not', () => {
    // Window 1,500, threshold 1,200: last real 1,100 at step 1, 200 × min(5, 11) = 1,000.
    const [at2, at1, late] = check([
      { expect: 'fires', session: 'steady', step: 2 },
      { expect: 'fires', session: 'steady', step: 1 },
      { expect: 'fires', session: 'steady', step: 9 },
    ]);
    expect(at2).toMatchObject({ session: 'steady', text: 'fires at step 2', why: null });
    expect(at1?.step).toBe(1);
    expect(at1?.why).toBe(
      'step 1: held, decision value 1,100 < threshold 1,200 (1,500 − 300); the value is max(last real, calibrated); correction 5× (measured 11×, cap 5×); it turns at window ≤ 1,375 or cap ≥ 6×',
    );
    expect(late).toMatchObject({ step: null, why: 'it has 4 steps, the last is 3' });
  });

  it('fires: names the compaction that came before', () => {
    const [found] = check([{ expect: 'fires', session: 'steady', step: 3 }]);
    expect(found?.why).toContain('; it compacts at step 2 before');
  });

  it('never overflows: in each session, but for those excepted', () => {
    const all = check([{ expect: 'never overflows' }], { window: 9_000 }, [steady, short], 1_250);
    expect(all.map(({ session, why }) => [session, why === null])).toEqual([
      ['steady', false],
      ['short', true],
    ]);
    expect(all[0]?.step).toBe(2);
    expect(all[0]?.why).toMatch(/^overflows at step 2 \(1,300 tokens > 1,250\); step 2: held, /);
    const but: Expectation = { expect: 'never overflows', except: ['steady'] };
    expect(check([but], { window: 9_000 }, [steady, short], 1_250)).toHaveLength(1);
  });

  it('no loop: names the step from which it loops', () => {
    const given = { window: 1_250, summaryBytes: 4_000 };
    const [found] = check([{ expect: 'no loop' }], given, [steady]);
    expect(found?.why).toMatch(/^loops from step \d+; step \d+: /);
    expect(check([{ expect: 'no loop' }]).map(({ why }) => why)).toEqual([null, null]);
  });

  it('compactions: the first one too many explains it', () => {
    const none: Expectation = { expect: 'compactions', most: 0 };
    const [long, brief] = check([none]);
    expect(long?.why).toMatch(/^1 compaction; step 2: compacted, /);
    expect(brief?.why).toBeNull();
  });

  it('compactions per 100 steps: of all sessions together, or of one', () => {
    const rate = (most: number, session?: string): Expectation => ({
      expect: 'compactions per 100 steps',
      most,
      ...(session === undefined ? {} : { session }),
    });
    // 1 compaction in 6 steps; in the longer session 1 in 4.
    const [at16, at17, own] = check([rate(16), rate(17), rate(24, 'steady')]);
    expect(at16).toMatchObject({ session: null, step: 2 });
    expect(at16?.why).toMatch(
      /^16\.67 per 100 steps \(1 compaction, 6 steps\); most in steady, step 2: compacted, /,
    );
    expect(at17?.why).toBeNull();
    expect(own?.why).toMatch(/^25\.00 per 100 steps \(1 compaction, 4 steps\); step 2: /);
  });

  it('refuses a setting that the policy does not have', () => {
    expect(() => check([{ expect: 'no loop' }], { gap: 5 })).toThrow('no setting "gap"');
  });
});

const recording = {
  policy,
  settings,
  limit: 1_350,
  sessions: [{ ...steady, fires: [2] }, short, { ...short, session: steady.session }],
};

describe('recorded expectations', () => {
  const recorded = recordedExpectations(recording);

  it('hold where they were recorded', () => {
    const verdicts = evaluate(recorded, choice, [steady, short]);
    expect(verdicts.length).toBeGreaterThan(3);
    expect(verdicts.filter(({ why }) => why !== null)).toEqual([]);
    expect(recorded.expectations.map((one) => one.expect)).toEqual([
      'never overflows',
      'no loop',
      'compactions per 100 steps',
      'fires',
    ]);
  });

  it('refuse a compaction that is not made', () => {
    const sessions = [{ ...steady, fires: [1] }];
    expect(() => recordedExpectations({ ...recording, sessions })).toThrow(
      'steady does not compact there now: step 1: held',
    );
  });

  it('name each session once', () => {
    expect(recorded.sessions.map(({ name }) => name)).toEqual(['steady', 'short', 'short (2)']);
  });

  it('leave out the sessions that overflow already', () => {
    const { expectations } = recordedExpectations({
      ...recording,
      settings: { ...settings, window: 9_000 },
      sessions: [steady, short],
    });
    expect(expectations[0]).toEqual({ expect: 'never overflows', except: ['steady'] });
  });

  it('pin what a later version may change, but not the window of each session', () => {
    const { settings: pinned } = recordedExpectations({
      ...recording,
      settings: {},
      sessions: [short],
    });
    expect(pinned).toEqual({ cap: 5, factor: 2.5 });
  });

  it('are the same after a way through YAML', () => {
    const read: unknown = parse(expectationsText(recorded));
    expect(expectationsSchema.parse(read)).toEqual(recorded);
  });
});

describe('sessions', () => {
  const file = recordedExpectations(recording);
  const given = (name: string, one: CheckTarget) => ({
    name,
    file: `${name}.jsonl`,
    profile: one.session.profile,
  });

  it('are found by content, whatever they are called; others come behind them', () => {
    const other = measureSession(textSession('u 800\n-- 900'));
    const { sessions, problems } = matchSessions({ sessions: file.sessions.slice(0, 2) }, [
      given('Numbers only', short),
      given('Numbers only 2', steady),
      { name: 'short', file: 'other.jsonl', profile: other },
    ]);
    expect(problems).toEqual([]);
    expect(sessions.map(({ name }) => name)).toEqual(['steady', 'short', 'short (other.jsonl)']);
  });

  it('that are missing or changed are named', () => {
    const changed = measureSession(textSession(STEADY.replace('1400', '1401')));
    const { problems } = matchSessions({ sessions: file.sessions.slice(0, 2) }, [
      { name: 'steady', file: 'a.jsonl', profile: changed },
    ]);
    expect(problems).toEqual([
      expect.stringMatching(
        /^Session "steady" changed: a\.jsonl has other content \([0-9a-f]{28}\)/,
      ),
      expect.stringMatching(/^Session "short" is missing: no trace given has its content/),
    ]);
  });

  it('keep the limit and the prefix that they were recorded with', () => {
    const [first] = matchSessions(
      {
        sessions: [
          { name: 'a', hash: profileHash(short.session.profile), limit: 7_777, prefix: 9 },
        ],
      },
      [given('b', short)],
    ).sessions;
    expect(first?.session.profile.head.limit?.tokens).toBe(7_777);
    expect(first?.session.prefixTokens).toBe(9);
  });
});

describe.each(textFixtures)('$format/$file', ({ text, input }) => {
  test('has the same hash with its texts and without', () => {
    const read = readTrace(text, input);
    if (!read.ok) throw new Error(read.error.message);
    const { sessions } = read.value;
    const hashes = sessions.map((one) => profileHash(measureSession(one)));
    const without = numbersOnlySessions(sessions).map((one) => profileHash(measureSession(one)));
    expect(without).toEqual(hashes);
  });
});

describe('the schema', () => {
  const valid: Expectations = recordedExpectations(recording);
  const problem = (change: object): string | undefined =>
    expectationsSchema.safeParse({ ...valid, ...change }).error?.issues[0]?.message;

  it('refuses names that it does not list, twice the same, and unknown fields', () => {
    const fires = { expect: 'fires', session: 'gone', step: 1 };
    expect(problem({ expectations: [fires] })).toBe('"sessions" lists none called "gone"');
    const except = { expect: 'no loop', except: ['gone'] };
    expect(problem({ expectations: [except] })).toBe('"sessions" lists none called "gone"');
    const [first] = valid.sessions;
    expect(problem({ sessions: [first, first] })).toBe('a second session is called "steady"');
    expect(problem({ expectations: [{ expect: 'no loops' }] })).toBeDefined();
    expect(problem({ windwo: 5 })).toBeDefined();
    expect(problem({})).toBeUndefined();
  });
});
