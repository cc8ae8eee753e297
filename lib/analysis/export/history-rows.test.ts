import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Policy } from '@/lib/engine/policy/policy';
import { findPolicy } from '@/lib/policies/registry';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import extra from '@/lib/readers/scenarios/fixtures/extra-scenarios.json';
import multiTurn from '@/lib/readers/scenarios/fixtures/scenarios.json';
import { scenarioFileSchema, type ScenarioSession } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import type { Profile } from '@/lib/engine/tokens/profile';
import { historyFields, historyRow, passedUnchanged } from './history-rows';

type Rows = Readonly<Record<string, readonly (readonly unknown[])[]>>;
type Totals = Readonly<Record<string, number>>;

const history = JSON.parse(readFileSync('lib/readers/scenarios/fixtures/history.json', 'utf8')) as {
  readonly stepFields: readonly string[];
  readonly versions: Readonly<Record<string, Rows>>;
  readonly versionsTrueUsage: Readonly<Record<string, Rows>>;
  readonly totalsOver92Sessions: Readonly<Record<string, Totals>>;
  readonly totalsOver92SessionsTrueUsage: Readonly<Record<string, Totals>>;
};

/** The policy and preset of each commit. */
const presetOf: Readonly<Record<string, readonly [policy: string, preset: string]>> = {
  '8b854ce': ['contextguard-tail', 'v0.7.0'],
  '5bdd637': ['contextguard-tail', 'v0.8.0'],
  e2d01e0: ['contextguard-threshold', 'pr7-first'],
  '1468dc1': ['contextguard-threshold', 'pr7-hardened'],
  dc1ea47: ['contextguard-threshold', 'v0.9.0'],
  c8ec690: ['contextguard-threshold', 'v0.9.1'],
  // Between v0.9.1 and v0.12.0; replays cannot show the changes in between.
  '3af43de': ['contextguard-threshold', 'v0.9.1'],
  '211f636': ['contextguard-threshold', 'v0.12.0'],
  e32f72a: ['contextguard-threshold', 'v0.15.1'],
  ee68ac3: ['contextguard-threshold', 'v0.18.0'],
  '716cdce': ['contextguard-threshold', 'v1.1.0'],
  '113391a': ['contextguard-threshold', 'v1.1.0'],
};

interface Version {
  readonly policy: Policy;
  readonly settings: object;
  /** Its own estimator leaves tool definitions and inline data out. */
  readonly blind: boolean;
}

function versionOf(commit: string): Version {
  const [id, presetId] = presetOf[commit] ?? ['', ''];
  const policy = findPolicy(id);
  const preset = policy?.presets.find((one) => one.id === presetId);
  if (!policy || !preset) throw new Error(`No preset stands for ${commit}`);
  const settings = preset.settings as { readonly countTools?: boolean };
  return { policy, settings, blind: id === 'contextguard-tail' || settings.countTools === false };
}

/**
 * A session without the parts that a blind estimator ignores: usage is then that estimator's own.
 */
const unseen = ({ config, turns }: ScenarioSession): ScenarioSession => ({
  config: { ...config, toolHeuristic: 0 },
  turns: turns.map((turn) => ({ ...turn, inlineData: [] })),
});

interface Made {
  readonly profile: Profile;
  readonly run: Replay;
}

/** Replays a session under a version; `own`: usage judged by its own estimator. */
function made(session: ScenarioSession, commit: string, own: boolean): Made {
  const { policy, settings, blind } = versionOf(commit);
  const generated = generateProfile(own && blind ? unseen(session) : session, commit);
  const { profile, script, limit } = generated;
  const { window, quoteRequest } = generated.settings;
  const known = 'quoteRequest' in (policy.settings.parse({}) as object) ? { quoteRequest } : {};
  const chosen = policy.settings.parse({ ...settings, window, ...known });
  return { profile, run: replay(prepare(profile), policy, chosen, { script, limit }) };
}

const scenarios = [multiTurn, extra].flatMap((file) => scenarioFileSchema.parse(file).scenarios);
const sessionOf = (name: string): ScenarioSession => {
  const session = scenarios.find((scenario) => scenario.name === name)?.sessions[0];
  if (!session) throw new Error(`No scenario ${name}`);
  return session;
};

/** Rows of a mode, one case per version and scenario. */
const cases = (mode: 'versions' | 'versionsTrueUsage') =>
  Object.entries(history[mode]).flatMap(([commit, rows]) =>
    Object.entries(rows).map(([name, steps]) => [commit, name, steps] as const),
  );

describe('history.json', () => {
  it('has the fields the rows are made of', () => {
    expect(history.stepFields).toEqual([...historyFields]);
  });

  it('holds the versions and scenarios its README counts', () => {
    expect(cases('versions')).toHaveLength(8 * 13);
    expect(cases('versionsTrueUsage')).toHaveLength(5 * 4);
    expect(Object.keys(history.totalsOver92Sessions)).toEqual(
      expect.arrayContaining(Object.keys(presetOf)),
    );
  });
});

describe.each([
  ['versions', true],
  ['versionsTrueUsage', false],
] as const)('%s: every field of every step is equal', (mode, own) => {
  it.each(cases(mode))('%s %s', (commit, name, steps) => {
    const { profile, run } = made(sessionOf(name), commit, own);
    const rows = Array.from({ length: profile.stepCount }, (_, i) => [
      ...historyRow(profile, run, i),
    ]);
    expect(rows).toEqual(steps);
  });
});

/** The totals of history.json over replays. */
function totalsOf(runs: readonly Made[]): Totals {
  let [steps, over, compacted, failed, calls, attempts, backToBack, overflow] = Array.from(
    { length: 8 },
    () => 0,
  ) as [number, number, number, number, number, number, number, number];
  let overflowSessions = 0;
  for (const { profile, run } of runs) {
    const { columns, marks } = run;
    let overflowed = 0;
    for (let i = 0; i < profile.stepCount; i++) {
      steps++;
      if ((columns.decision[i] ?? 0) >= (columns.threshold[i] ?? 0)) over++;
      compacted += columns.compacted[i] ?? 0;
      if (passedUnchanged(run, i)) failed++;
      calls += columns.attempts[i] ?? 0;
      attempts = Math.max(attempts, columns.attempts[i] ?? 0);
      if (columns.compacted[i] === 1 && columns.compacted[i - 1] === 1) backToBack++;
      if (((marks[i] ?? 0) & 4) !== 0) overflowed++;
    }
    overflow += overflowed;
    if (overflowed > 0) overflowSessions++;
  }
  return {
    sessions: runs.length,
    steps,
    stepsOverThreshold: over,
    stepsCompacted: compacted,
    stepsFailed: failed,
    summarizerCalls: calls,
    maxAttempts: attempts,
    backToBack,
    overflowSteps: overflow,
    overflowSessions,
  };
}

describe.each([
  ['totalsOver92Sessions', true],
  ['totalsOver92SessionsTrueUsage', false],
] as const)('%s', (key, own) => {
  const sessions = scenarioFileSchema
    .parse(multiTurn)
    .scenarios.flatMap((scenario) => scenario.sessions);

  it.each(Object.entries(history[key]))('%s', (commit, totals) => {
    expect(totalsOf(sessions.map((session) => made(session, commit, own)))).toEqual(totals);
  });
});
