import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claimedPolicy } from '@/lib/analysis/fit/claimed-policy';
import type { Settings } from '@/lib/engine/policy/fields';
import { provenanceOf, type Policy } from '@/lib/engine/policy/policy';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { findPolicy, policies } from '@/lib/policies/registry';
import { badgeOf, badgeUnder, badgeWords } from './badge';

const policyOf = (id: string): Policy => {
  const found = findPolicy(id);
  if (found === undefined) throw new Error(`No policy ${id}`);
  return found;
};
const settingsOf = (policy: Policy, given: object): Settings =>
  policy.settings.parse(given) as Settings;
const versions = policies.flatMap((policy) =>
  policy.presets
    .filter(({ provenance }) => provenance !== undefined)
    .map((preset) => [policy, preset] as const),
);

/** The badge that a recording of an agent opens under. */
function opened(format: string, agent: string, agentVersion: string | null, model: string) {
  const { head } = measureSession(textSession(`model ${model}\nu 40\n-- 100`));
  const claim = claimedPolicy({ format, agent, agentVersion }, head);
  if (claim === null) throw new Error(`Nobody models ${agent}`);
  return badgeUnder(claim.policy, claim.settings);
}

describe('the badge of an opened recording', () => {
  it('is that of the preset it opens under', () => {
    expect(badgeWords(opened('pi', 'pi', '0.86 or later', 'toy'))).toBe(
      badgeWords(badgeOf(policyOf('pi'))),
    );
    expect(opened('pi', 'pi', '0.40', 'toy')).toMatchObject({
      basis: 'documented',
      compared: null,
      ownFiles: null,
    });
    expect(opened('pi', 'pi', '0.30', 'toy')).toMatchObject({ basis: 'reconstructed' });
    expect(opened('codex', 'Codex', '0.169.0', 'mock')).toMatchObject({ basis: 'exact' });
    expect(opened('codex', 'Codex', '0.137.0', 'gpt-5.2')).toMatchObject({
      basis: 'reconstructed',
      compared: null,
      ownFiles: null,
    });
  });

  it('is that of the newest preset where the file has no version, exact or not', () => {
    expect(opened('codex', 'Codex', null, 'gpt-5.2')).toMatchObject({
      basis: 'documented',
      version: '009bd870 and 0.169.0',
    });
    expect(opened('codex', 'Codex', null, 'mock')).toMatchObject({ basis: 'exact' });
  });
});

describe('a badge', () => {
  it('names a version, what it was compared with, runs and own files', () => {
    const { version, compared, ownFiles } = badgeOf(policyOf('codex'));
    expect({ version, compared }).toEqual({
      version: '0.169.0',
      compared: '@openai/codex 0.169.0, 48 runs',
    });
    expect(ownFiles).toMatch(/^\d+ of \d+ own files of 0\.171\.0$/);
  });

  it.each(versions)('of $id is the preset’s own under its settings', (policy, preset) => {
    const badge = badgeUnder(policy, settingsOf(policy, preset.settings));
    const same = versions
      .filter(([of]) => of === policy)
      .map(([, one]) => badgeWords(badgeOf(policy, one)));
    // Two versions may have the same rules; then it is one of them, or the newest.
    expect([...same, badgeWords(badgeOf(policy))]).toContain(badgeWords(badge));
    expect(badge.basis).toBe(provenanceOf(policy, preset).basis);
  });

  it('stays with its version where the window changes, and says so of other settings', () => {
    const guard = policyOf('contextguard-threshold');
    const old = guard.presets.find(({ id }) => id === 'v0.9.0')?.settings as object;
    const of = (more: object) => badgeUnder(guard, settingsOf(guard, { ...old, ...more })).version;
    expect(of({ window: 100_000 })).toBe('v0.9.0 (dc1ea47), 2026-02-28');
    expect(of({ cap: 7 })).toBe('v0.9.0 (dc1ea47), 2026-02-28 with own settings');
  });

  it('calls nothing exact that was not run', () => {
    const exact = [...policies.map((policy) => [policy] as const), ...versions]
      .filter(([policy]) => !policy.traits.recording)
      .map(([policy, preset]) => ({ id: policy.id, ...badgeOf(policy, preset) }))
      .filter(({ basis }) => basis === 'exact' || basis === 'exact-rule');
    expect(exact.length).toBeGreaterThan(20);
    expect(exact.filter(({ compared }) => compared === null).map(({ id }) => id)).toEqual([]);
    const others = versions.filter(([policy, preset]) =>
      ['documented', 'reconstructed'].includes(badgeOf(policy, preset).basis),
    );
    for (const [policy, preset] of others)
      expect(badgeOf(policy, preset)).toMatchObject({ compared: null, ownFiles: null });
  });
});

type Rows = Readonly<Record<string, readonly unknown[]>>;
interface Vectors {
  readonly scenarios: readonly { steps?: unknown[]; sessions?: { steps: unknown[] }[] }[];
}
const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(`lib/readers/scenarios/fixtures/${name}.json`, 'utf8'));

/** Sessions and steps of some lists of steps. */
const counted = (lists: readonly (readonly unknown[])[]) => ({
  sessions: lists.length,
  steps: lists.reduce((sum, steps) => sum + steps.length, 0),
});
const inFile = (...names: readonly string[]) =>
  counted(
    names.flatMap((name) =>
      (fixture(name) as Vectors).scenarios.flatMap(({ steps, sessions }) =>
        steps === undefined ? (sessions ?? []).map((one) => one.steps) : [steps],
      ),
    ),
  );

describe('ContextGuard’s golden steps', () => {
  const history = fixture('history') as {
    readonly versions: Readonly<Record<string, Rows>>;
    readonly versionsTrueUsage: Readonly<Record<string, Rows>>;
    readonly totalsOver92Sessions: Readonly<Record<string, { sessions: number; steps: number }>>;
  };
  const golden = (id: string, preset?: string) => {
    const policy = policyOf(id);
    return provenanceOf(
      policy,
      policy.presets.find((one) => one.id === preset),
    ).golden;
  };

  it('are those of its golden files, each version’s its own', () => {
    expect(golden('contextguard-threshold')).toEqual(inFile('scenarios', 'extra-scenarios'));
    expect(golden('contextguard-sliding-window')).toEqual(inFile('sliding-window'));
    const of = (commit: string) =>
      counted(
        [history.versions, history.versionsTrueUsage].flatMap((mode) =>
          Object.values(mode[commit] ?? {}),
        ),
      );
    expect(golden('contextguard-tail', 'v0.7.0')).toEqual(of('8b854ce'));
    expect(golden('contextguard-tail', 'v0.8.0')).toEqual(of('5bdd637'));
    expect(golden('contextguard-threshold', 'pr7-first')).toEqual(of('e2d01e0'));
    expect(golden('contextguard-threshold', 'pr7-hardened')).toEqual(of('1468dc1'));
    expect(golden('contextguard-threshold', 'v0.9.0')).toEqual(of('dc1ea47'));
    expect(golden('contextguard-threshold', 'v0.9.1')).toEqual(of('c8ec690'));
    expect(golden('contextguard-threshold', 'v0.12.0')).toEqual(of('211f636'));
    for (const [preset, commit] of [
      ['v0.15.1', 'e32f72a'],
      ['v0.18.0', 'ee68ac3'],
    ] as const) {
      const { sessions, steps } = history.totalsOver92Sessions[commit] ?? {};
      expect(golden('contextguard-threshold', preset)).toEqual({ sessions, steps, sums: true });
    }
    expect(badgeWords(badgeOf(policyOf('contextguard-threshold')))).toContain('4,741 golden steps');
  });
});
