/**
 * Every recording at hand under the policy that models its agent, watching, and under ContextGuard where that is
 * another. `../recordings` beside the traces holds the sessions with compactions.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { measureInput } from '@/lib/cli/measure-trace';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { guardAgreement } from '@/lib/engine/replay/guard-agreement';
import { observe } from '@/lib/engine/replay/observed/observe';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { cutProfile } from '@/lib/engine/tokens/cut-profile';
import type { Profile } from '@/lib/engine/tokens/profile';
import { judgeObserved } from './fidelity';
import type { Fidelity } from './judgement';
import { openSession, type Opening } from './opening';

const traces = process.env['HIGHWATER_TRACES'] ?? '';
const recordings = join(traces, '../recordings/compactions-numbers-only.tar.gz');
const hasRecordings = existsSync(recordings);
if (!hasRecordings) process.stderr.write(`Left out: ${recordings} is not there.\n`);

/** Recorded compactions under the policy that models the agent, by policy. */
const GOLDEN: Readonly<Record<string, Row>> = {
  'claude-code': row(95, 9_274, {
    compactions: 59,
    asks: 49,
    holds: 7,
    apart: 3,
  }),
  cline: row(2, 21, { compactions: 1, apart: 1 }),
  codex: row(15, 2_764, { compactions: 14, asks: 6, holds: 7, apart: 1 }),
  'contextguard-threshold': row(1, 246, { compactions: 3, asks: 3 }),
  'opencode-tail': row(4, 391, { compactions: 4, asks: 2, apart: 2 }),
  pi: row(2, 937, { compactions: 2, asks: 1, holds: 1 }),
};
/** Steps with ContextGuard's stored state. */
const STATES = 246;

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
        const name = one.file.split('/').at(-1) ?? '';
        watch({ name, profile, opening: openSession(draft.head.source, profile) });
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

/** Sessions, steps and compactions of a policy; those it asks for, holds at, and that have no agreement. */
interface Row {
  readonly sessions: number;
  readonly steps: number;
  readonly compactions: number;
  readonly asks: number;
  readonly holds: number;
  readonly apart: number;
  readonly disagreements: number;
}

function rowOf(id: string): Row {
  const all = own.filter(({ run }) => run.policy.id === id);
  const outcomes = all.flatMap(({ fidelity }) => fidelity?.compactions ?? []);
  const of = (...names: readonly string[]): number =>
    outcomes.filter(({ outcome }) => names.includes(outcome)).length;
  return {
    sessions: all.length,
    steps: all.reduce((sum, { profile }) => sum + profile.stepCount, 0),
    compactions: outcomes.length,
    asks: of('reproduced', 'inferred'),
    holds: of('held'),
    apart: of('manual', 'far-below', 'not-observable', 'trailing'),
    disagreements: all.reduce((sum, one) => sum + (one.fidelity?.disagreements.length ?? 0), 0),
  };
}

function row(sessions: number, steps: number, counts: Partial<Row>): Row {
  const none = { compactions: 0, asks: 0, holds: 0, apart: 0, disagreements: 0 };
  return { sessions, steps, ...none, ...counts };
}

const everything = (): readonly Watched[] => [...own, ...foreign];

describe.runIf(hasRecordings)('the policy of a recording’s agent', () => {
  it.each(Object.entries(GOLDEN))('asks as it did: %s', (id, row) => {
    expect(rowOf(id)).toEqual(row);
  });

  it('leaves the state that ContextGuard stored, at every step that holds it', () => {
    const states = own.map(({ profile, run }) => guardAgreement(profile, run));
    const steps = states.reduce((sum, one) => sum + one.steps, 0);
    const agreeing = states.reduce((sum, one) => sum + one.agreeing, 0);
    expect([agreeing, steps]).toEqual([STATES, STATES]);
  });
});

it('computes no value from a later step', () => {
  const wrong: string[] = [];
  let steps = 0;
  for (const { name, profile, opening, run } of everything()) {
    if (profile.stepCount < 8) continue;
    for (const share of [0.3, 0.6, 0.9]) {
      const end = Math.floor(profile.stepCount * share);
      const session = prepare(cutProfile(profile, end), opening.prefixTokens);
      const cut = observe(session, run.policy, run.settings, {
        own: run.observation?.own === true,
      });
      steps += end;
      for (let step = 0; step < end; step++) {
        const same = Object.is(cut.columns.decision[step], run.columns.decision[step]);
        if (!same) wrong.push(`${name}, ${run.policy.id}, cut at ${end}: step ${step}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(steps).toBeGreaterThan(1_000);
}, 600_000);

it('is its replay’s until that leaves the recording', () => {
  const names = ['heuristic', 'decision', 'lastReal', 'lastHeuristic', 'threshold'] as const;
  const wrong: string[] = [];
  let steps = 0;
  for (const { name, run } of everything()) {
    const free = replay(run.session, run.policy, run.settings);
    const end = free.divergence < 0 ? run.session.profile.stepCount : free.divergence;
    steps += end;
    // What is blanked before the last of several boundaries is not in the request that is decided on, nor
    // what the program wrote when it had compacted.
    const { boundaries = [] } = run.observation?.recording ?? {};
    const { entries } = run.session.profile.steps;
    for (let step = 0; step < end; step++) {
      const isOther = boundaries.some(
        (one) => one.step === step && (one.asked !== null || one.checked < (entries[step] ?? 0)),
      );
      const compared = isOther ? names.slice(1) : names;
      const other = compared.filter(
        (one) => !Object.is(run.columns[one][step], free.columns[one][step]),
      );
      if (other.length > 0) wrong.push(`${name}, ${run.policy.id}, step ${step}: ${other.join()}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(steps).toBeGreaterThan(1_000);
}, 600_000);
