import { describe, expect, it } from 'vitest';
import { findPolicy } from '@/lib/policies/registry';
import { plant } from '@/lib/tuning/testing/planted';
import { drain } from '@/lib/engine/base/drain';
import { evaluateRecommendations } from './recommended';
import type { Expectation } from './schema';

const policy = findPolicy('contextguard-threshold');
if (policy === undefined) throw new Error('no policy');

/** A large prefix that the heuristic counts at an eighth: a window of 200,000 overflows. */
const corpus = plant([
  {
    name: 'dense',
    results: Array<number>(60).fill(4_000),
    prefixBytes: 40_000,
    prefixRatio: 12,
  },
  { name: 'plain', results: Array<number>(300).fill(4_000) },
]);

const vary = [{ setting: 'window', from: 150_000, to: 230_000, step: 5_000 }];
const ask = (one: Partial<Extract<Expectation, { expect: 'recommendation' }>>, sessions = corpus) =>
  drain(
    evaluateRecommendations(
      {
        expectations: [
          { expect: 'recommendation', settings: { window: 200_000 }, within: 0.05, vary, ...one },
        ],
        settings: { window: 200_000 },
        limit: 200_000,
      },
      policy,
      sessions,
    ),
  );

describe('an expected recommendation', () => {
  it('holds within its share', () => {
    expect(ask({})).toEqual([
      {
        index: 0,
        text: 'recommendation window 200,000 within ± 5.0 %',
        session: null,
        why: null,
        step: null,
      },
    ]);
  });

  it('fails with the recommendation that is made now', () => {
    const [verdict] = ask({ settings: { window: 170_000 } });
    expect(verdict?.why).toMatch(/^window 200,000, not 170,000 ± 5\.0 %\. Keep window 200,000: /);
  });

  it('needs the axis of each setting, and a recorded session', () => {
    expect(ask({ settings: { cap: 5 } })[0]?.why).toContain('cap is not varied');
    const generated = plant([{ name: 'made', results: [4_000], generated: true }]);
    expect(ask({}, generated)[0]?.why).toBe('no recorded session is given, and only those decide');
  });

  it('refuses axes that the policy does not have', () => {
    const axis = { setting: 'gap', from: 1, to: 2, step: 1 };
    expect(() => ask({ vary: [axis] })).toThrow('has no setting "gap"');
    expect(() => ask({ vary: [{ ...axis, setting: 'cap', from: -2 }] })).toThrow('cap: ');
    expect(() => ask({ vary: [{ ...axis, setting: 'window', from: 9, to: 1 }] })).toThrow(
      'no range',
    );
  });
});
