/**
 * Every recording at hand under the policy that models its agent, watching, and under ContextGuard where that is
 * another: the counts and values of `design/observed` as a golden table. `../recordings` beside the traces holds the
 * sessions with compactions.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { measureInput } from '@/lib/host/cli/measure-trace';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { sessionSettings } from '@/lib/policies/contract/session-settings';
import type { Settings } from '@/lib/policies/contract/fields';
import type { Policy } from '@/lib/policies/contract/policy';
import { observe } from '@/lib/replay/observed/observe';
import { prepare } from '@/lib/replay/prepare';
import { replay, type Replay } from '@/lib/replay/replay';
import { cutProfile } from '@/lib/tokens/cut-profile';
import type { Profile } from '@/lib/tokens/profile';
import { judgeObserved } from './fidelity';
import type { Fidelity } from './judgement';
import { openSession, type Opening } from './opening';

const traces = process.env['HIGHWATER_TRACES'] ?? '';
const recordings = join(traces, '../recordings/compactions-numbers-only.tar.gz');
const hasRecordings = existsSync(recordings);
if (!hasRecordings) process.stderr.write(`Left out: ${recordings} is not there.\n`);

interface Watched {
  readonly name: string;
  readonly profile: Profile;
  readonly opening: Opening;
  readonly run: Replay;
  /** The judgement of the agent's own policy; null where the policy is another's. */
  readonly fidelity: Fidelity | null;
}

const own: Watched[] = [];
const foreign: Watched[] = [];

beforeAll(async () => {
  for (const root of ['public/samples', traces, ...(hasRecordings ? [recordings] : [])]) {
    for await (const one of measureInput(root, root)) {
      if ('error' in one) continue;
      for (const { draft, profile } of one.sessions) {
        if (profile.stepCount === 0) continue;
        const opening = openSession(draft.head.source, profile);
        const name = one.file.split('/').at(-1) ?? '';
        watch({ name, profile, opening });
      }
    }
  }
}, 600_000);

function watch(given: Pick<Watched, 'name' | 'profile' | 'opening'>): void {
  const { profile, opening } = given;
  const session = prepare(profile, opening.prefixTokens);
  if (opening.own !== null) {
    const { policy, settings } = opening.own;
    const run = observe(session, policy, settings, { own: true });
    own.push({ ...given, run, fidelity: judgeObserved(run, opening.own) });
  }
  if (opening.own?.policy.id === contextGuardThreshold.id) return;
  const guard = contextGuardThreshold as unknown as Policy;
  const settings = sessionSettings(guard, profile.head) as Settings;
  foreign.push({ ...given, run: observe(session, guard, settings), fidelity: null });
}

/** Sessions, steps, compactions, those that are asked for, held, apart; groups and steps of other questions. */
function rowOf(all: readonly Watched[]) {
  const row = { sessions: 0, steps: 0, compactions: 0, fires: 0, holds: 0, explained: 0, apart: 0 };
  return all.reduce((sum, { profile, fidelity }) => {
    const outcomes = (fidelity?.compactions ?? []).map(({ outcome }) => outcome);
    const of = (...names: string[]): number => outcomes.filter((one) => names.includes(one)).length;
    return {
      sessions: sum.sessions + 1,
      steps: sum.steps + profile.stepCount,
      compactions: sum.compactions + outcomes.length,
      fires: sum.fires + of('reproduced', 'inferred'),
      holds: sum.holds + of('held'),
      explained: sum.explained + (fidelity?.explained ?? 0),
      apart: sum.apart + of('manual', 'not-observable', 'trailing'),
    };
  }, row);
}

test('prints', () => {
  const ids = [...new Set(own.map(({ run }) => run.policy.id))].sort();
  for (const id of ids) {
    const mine = own.filter(({ run }) => run.policy.id === id);
    console.log(id, JSON.stringify(rowOf(mine)));
    for (const { name, fidelity } of mine) {
      for (const c of fidelity!.compactions)
        console.log(
          '  ',
          name,
          c.step,
          c.trigger,
          c.outcome,
          c.value,
          c.threshold,
          c.preTokens,
          c.lacks,
          '|',
          c.why,
        );
      for (const d of fidelity!.disagreements) console.log('   EXTRA', name, JSON.stringify(d));
    }
  }
  let sessions = 0,
    steps = 0,
    comps = 0,
    fires = 0,
    groups = 0,
    inGroups = 0;
  for (const { profile, run } of foreign) {
    sessions++;
    steps += profile.stepCount;
    let before = -2;
    run.observation!.fires.forEach((f, step) => {
      const compacted = run.columns.compacted[step] === 1;
      if (compacted) {
        comps++;
        if (f) fires++;
      } else if (f) {
        inGroups++;
        if (before !== step - 1) groups++;
        before = step;
      }
    });
  }
  console.log('foreign', { sessions, steps, comps, fires, groups, inGroups });
  let cuts = 0,
    wrong = 0,
    cutSteps = 0;
  for (const { name, profile, opening, run } of [...own, ...foreign]) {
    if (profile.stepCount < 8) continue;
    for (const share of [0.3, 0.6, 0.9]) {
      const step = Math.floor(profile.stepCount * share);
      const cut = observe(
        prepare(cutProfile(profile, step), opening.prefixTokens),
        run.policy,
        run.settings,
        { own: run.observation!.own },
      );
      cuts++;
      let n = 0;
      for (let i = 0; i < step; i++) {
        cutSteps++;
        if (!Object.is(cut.columns.decision[i], run.columns.decision[i])) n++;
      }
      if (n) console.log('CUT', name, run.policy.id, step, n);
      wrong += n;
    }
  }
  console.log({ cuts, cutSteps, wrong });
  let until = 0,
    differ = 0;
  for (const { name, run } of [...own, ...foreign]) {
    const free = replay(run.session, run.policy, run.settings);
    const end = free.divergence < 0 ? run.session.profile.stepCount : free.divergence;
    for (let i = 0; i < end; i++) {
      until++;
      const bad = (
        ['heuristic', 'decision', 'lastReal', 'lastHeuristic', 'threshold'] as const
      ).filter((c) => !Object.is(run.columns[c][i], free.columns[c][i]));
      if (bad.length) {
        differ++;
        console.log(
          'DIFF',
          name,
          run.policy.id,
          i,
          bad.join(),
          run.columns[bad[0]!][i],
          free.columns[bad[0]!][i],
        );
      }
    }
  }
  console.log({ until, differ });
}, 600_000);
describe('x', () => {
  test('y', () => expect(1).toBe(1));
});
