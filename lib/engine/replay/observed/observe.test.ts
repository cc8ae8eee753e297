import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { firings } from '@/lib/engine/policy/observed/watching';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { policies } from '@/lib/policies/registry';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { prepare, type Replayable } from '../prepare';
import { replay } from '../replay';
import { observe } from './observe';
import { drawnSession, preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const sample = (name: string): Replayable => {
  const file = `public/samples/${name}.json`;
  const read = readTrace(readFileSync(file, 'utf8'), 'json', file);
  const session = read.ok ? read.value.sessions[0] : undefined;
  if (session === undefined) throw new Error(`${file} cannot be read`);
  return preparedSession(session);
};

const names = ['cjk-emoji', 'images-documents', 'kubernetes-agent', 'million-window'];
const more = ['no-usage', 'production-incident', 'timing-gap'];
const samples = [...names, ...more].map((name) => [name, sample(name)] as const);

const settingsOf = (policy: Policy, { profile }: Replayable): Settings =>
  sessionSettings(policy, profile.head) as Settings;

/** Policies that decide; the others replay a recording or nothing. */
const deciding = policies.filter(({ decision, id }) => decision !== null && id !== 'clairvoyant');

describe.each(samples)('%s, watched by every policy', (_, session) => {
  const { profile } = session;

  it.each(deciding.map((policy) => [policy.id, policy] as const))('%s', (__, policy) => {
    const entries = profile.steps.entries.slice();
    const settings = settingsOf(policy, session);
    const seen = observe(session, policy, settings);
    const again = observe(session, policy, settings);
    const compacted = new Set(
      profile.head.compactions.filter(({ kind }) => kind === 'summary').map(({ step }) => step),
    );
    expect(seen.divergence).toBe(-1);
    // Real tokens, compactions and refusals are the file's.
    profile.steps.real.forEach((real, step) => {
      expect(seen.columns.real[step]).toBe(real < 0 ? NaN : real);
      expect(seen.columns.compacted[step] === 1).toBe(compacted.has(step));
    });
    expect([...again.columns.decision]).toEqual([...seen.columns.decision]);
    expect([...(again.observation?.fires ?? [])]).toEqual([...(seen.observation?.fires ?? [])]);
    // It leaves the session as it was.
    expect(profile.steps.entries).toEqual(entries);
  });
});

describe('before the first divergence', () => {
  it.each(samples)('%s has the operands of a replay', (_, session) => {
    const settings = settingsOf(contextGuardThreshold, session);
    const own = session.profile.head.guard.length > 0;
    const seen = observe(session, contextGuardThreshold as never, settings, { own });
    const free = replay(session, contextGuardThreshold as never, settings);
    const end = free.divergence < 0 ? session.profile.stepCount : free.divergence;
    for (const name of ['heuristic', 'decision', 'lastReal', 'lastHeuristic'] as const) {
      expect([...seen.columns[name].subarray(0, end)]).toEqual([
        ...free.columns[name].subarray(0, end),
      ]);
    }
  });
});

describe('a recorded compaction', () => {
  const picture = (end: string): Replayable =>
    prepare(
      measureSession(
        textSession(
          `limit 200000\nu 400\n-- 165000\nm 400\nu 4000\n-- 166100\nm 400\n${end}\n-- 30000`,
        ),
      ),
      0,
    );
  const watch = (session: Replayable) =>
    observe(session, claudeCode, claudeCode.settings.parse({ window: 200_000 }), { own: true });

  it('is decided on the log as the program checked it, not on the request that it left', () => {
    // 166,100 + 100 + 1,000 ≥ 167,000; the request behind it has 30,000.
    const { columns, observation } = watch(picture('u 4000\n== compact 400 auto'));
    expect([columns.decision[2], columns.real[2], columns.compacted[2]]).toEqual([
      167_200, 30_000, 1,
    ]);
    expect(firings[observation?.fires[2] ?? 0]).toBe('compacts');
  });

  it('leaves out what entered the log behind it', () => {
    // Of the two texts only the first stood there when it checked: A1.
    const { columns } = watch(picture('u 400\n== compact 400 auto\nu 4000'));
    expect(columns.decision[2]).toBe(166_300);
  });

  it('which the policy does not ask for stays a compaction, and one that it asks for alone is none', () => {
    const short = watch(picture('u 400\n== compact 400 auto'));
    expect([short.columns.compacted[2], short.observation?.fires[2]]).toEqual([1, 0]);
    const never = watch(picture('u 4000'));
    expect(never.columns.compacted[2]).toBe(0);
    expect(firings[never.observation?.fires[2] ?? 0]).toBe('compacts');
  });

  it('behind which usage is forgotten: the next step knows the compacted request only', () => {
    const session = prepare(
      measureSession(
        textSession(
          'limit 200000\nu 400\n-- 166000\nm 400\nu 8000\n== compact 400 auto\n-- 30000\nm 400\nu 400\n-- 30300',
        ),
      ),
      0,
    );
    const { columns } = watch(session);
    expect([columns.lastReal[1], columns.lastReal[2]]).toEqual([166_100, 30_100]);
  });
});

describe('a step without usage', () => {
  it('has no real, and the policy keeps the newest that it knows', () => {
    const session = drawnSession(
      'limit 200000\nu 400\n-- 1000\nm 400\nu 400\n-- ?\nm 400\n-- 1500',
    );
    const settings = settingsOf(contextGuardThreshold, session);
    const { columns } = observe(session, contextGuardThreshold as never, settings);
    expect([...columns.real]).toEqual([1_000, NaN, 1_500]);
    expect([...columns.lastReal]).toEqual([0, 1_000, 1_000]);
  });
});
