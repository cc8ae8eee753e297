import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { cutProfile } from '@/lib/engine/tokens/cut-profile';
import { prepare, type Replayable } from '../prepare';
import type { Replay } from '../replay';
import { acting, settingsWith } from '../testing/round-trip';
import { unasked } from '../testing/watched-back';
import { observe } from './observe';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

/** Recordings with compactions, gaps of usage and refusals. */
const names = ['images-documents', 'kubernetes-agent', 'no-usage', 'production-incident'];

const sessions = [...names, 'timing-gap'].map((name): readonly [string, Replayable] => {
  const file = `public/samples/${name}.json`;
  const read = readTrace(readFileSync(file, 'utf8'), 'json', file);
  const session = read.ok ? read.value.sessions[0] : undefined;
  if (session === undefined) throw new Error(`${file} cannot be read`);
  return [name, preparedSession(session)];
});

/** Each recording under windows at which policies ask often, and seldom. */
const cases = sessions.flatMap(([name, session]) =>
  [30_000, 200_000].map((window) => ({ name: `${name} at ${window}`, session, window })),
);

const watch = (session: Replayable, policy: Policy, window: number): Replay =>
  observe(session, policy, settingsWith(policy, { window, summary: 'recorded' }) as Settings);

/** Steps at which two observations differ in what a policy computes or asks for, before `end`. */
const differing = (a: Replay, b: Replay, end: number): readonly number[] =>
  [...a.columns.decision.keys()].slice(0, end).filter((step) => {
    const names = ['decision', 'heuristic', 'lastReal', 'lastHeuristic'] as const;
    const same = names.every((name) => Object.is(a.columns[name][step], b.columns[name][step]));
    return !same || a.observation?.fires[step] !== b.observation?.fires[step];
  });

const boundaries = ({ observation }: Replay): ReadonlySet<number> =>
  new Set(observation?.recording.boundaries.map(({ step }) => step));

describe.each(acting.map((policy) => [policy.id, policy] as const))('%s', (_, policy) => {
  it('computes nothing from later steps: cut anywhere, a recording says the same', () => {
    for (const { name, session, window } of cases) {
      const whole = watch(session, policy, window);
      const { stepCount } = session.profile;
      for (const share of [0.1, 0.35, 0.6, 0.85]) {
        const step = Math.floor(stepCount * share);
        const cut = prepare(cutProfile(session.profile, step), session.prefixTokens);
        expect(differing(whole, watch(cut, policy, window), step), `${name}, ${step}`).toEqual([]);
      }
    }
  });

  it('changes nothing by being asked', () => {
    for (const { name, session, window } of cases) {
      const asked = watch(session, policy, window);
      const quiet = watch(session, unasked(policy), window);
      for (const column of ['decision', 'heuristic', 'lastReal', 'realAfter'] as const) {
        expect([...quiet.columns[column]], name).toEqual([...asked.columns[column]]);
      }
    }
  });

  it('asks at its threshold or above it', () => {
    for (const { name, session, window } of cases) {
      const { columns, observation } = watch(session, policy, window);
      const below = [...columns.decision.keys()].filter((step) => {
        const [value = NaN, threshold = -1] = [columns.decision[step], columns.threshold[step]];
        return observation?.fires[step] !== 0 && threshold >= 0 && value < threshold;
      });
      expect(below, name).toEqual([]);
    }
  });

  it('decides on the request that was sent where nothing was compacted before it', () => {
    if (policy.observing?.asks === 'log') return;
    for (const { name, session, window } of cases) {
      const run = watch(session, policy, window);
      const { heuristic, heuristicSent } = run.columns;
      const other = [...heuristic.keys()].filter(
        (step) => heuristic[step] !== heuristicSent[step] && !boundaries(run).has(step),
      );
      expect(other, name).toEqual([]);
    }
  });
});
