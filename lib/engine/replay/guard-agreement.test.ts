import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import golden from '@/lib/readers/scenarios/fixtures/scenarios.json';
import { scenarioFileSchema } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import type { Profile } from '@/lib/engine/tokens/profile';
import { guardAgreement } from './guard-agreement';
import { prepare } from './prepare';
import { replay } from './replay';

const NAME = 'TestStress_8k_RepeatedCompactions';
const scenario = scenarioFileSchema.parse(golden).scenarios.find(({ name }) => name === NAME);
const rows = golden.scenarios.find(({ name }) => name === NAME)?.sessions[0]?.steps ?? [];
const field = (name: string): number => golden.stepFields.indexOf(name);

/** The scenario as a trace would record it: the reference's own state after each step. */
function recordedProfile(): ReturnType<typeof generateProfile> {
  const session = scenario?.sessions[0];
  if (!session) throw new Error(`${NAME} is missing`);
  const generated = generateProfile(session, NAME);
  const guard = rows.map((row, step) => ({
    step,
    realTokens: row[field('realTokensAfter')] as number,
    lastHeuristic: row[field('lastHeuristicAfter')] as number,
    watermark: row[field('watermarkAfter')] as number,
    summaryBytes: null,
  }));
  const profile: Profile = { ...generated.profile, head: { ...generated.profile.head, guard } };
  return { ...generated, profile };
}

/** The profile with a provider's numbers: recorded reals and compactions, no ratio. */
function productionProfile(): Profile {
  const { profile } = recordedProfile();
  const compacted = rows.flatMap((row, step) => (row[field('compacted')] === true ? [step] : []));
  const compactions = compacted.map((step) => {
    const summaryBytes = 80 + (rows[step]?.[field('summaryBytes')] as number);
    return {
      entry: rows[step]?.[field('contents')] as number,
      step,
      kind: 'summary' as const,
      trigger: 'auto' as const,
      summaryTokens: Math.floor(summaryBytes / 4),
      summaryBytes,
      reads: 'text' as const,
      kept: [],
      elided: [],
      preTokens: null,
      postTokens: null,
    };
  });
  const real = Int32Array.from(rows, (row) => row[field('realAfter')] as number);
  return {
    ...profile,
    head: { ...profile.head, generated: false, compactions },
    steps: { ...profile.steps, real, ratio: null },
  };
}

describe('a production session that ContextGuard compacted', () => {
  const profile = productionProfile();
  const session = prepare(profile);
  const { settings } = recordedProfile();
  const run = (chosen: object) =>
    replay(
      session,
      contextGuardThreshold,
      contextGuardThreshold.settings.parse({ ...settings, ...chosen }),
    );

  it('replayed as it ran never leaves the recording, across its compactions', () => {
    const same = run({ summary: 'recorded' });
    expect(profile.head.compactions.length).toBeGreaterThan(5);
    expect(same.divergence).toBe(-1);
    expect([...same.columns.real]).toEqual([...profile.steps.real]);
    expect(guardAgreement(profile, same).agreeing).toBe(rows.length);
  });

  it('leaves it at the first compaction that comes out otherwise', () => {
    const first = profile.head.compactions[0]?.step;
    expect(run({ summary: 'bytes', summaryBytes: 4_000 }).divergence).toBe(first);
    expect(run({ window: 1_000_000 }).divergence).toBe(first);
    expect(run({ summary: 'recorded', window: 7_000 }).divergence).toBeLessThan(first ?? 0);
  });
});

describe('guardAgreement', () => {
  const { profile, settings, script, limit } = recordedProfile();
  const session = prepare(profile);
  const run = (cap: number) =>
    replay(
      session,
      contextGuardThreshold,
      contextGuardThreshold.settings.parse({ ...settings, cap }),
      {
        script,
        limit,
      },
    );

  it('agrees on every step with the state the reference recorded', () => {
    expect(guardAgreement(profile, run(5))).toEqual({
      steps: rows.length,
      agreeing: rows.length,
      mismatches: [],
    });
  });

  it('names the steps and keys that differ under other settings', () => {
    const agreement = guardAgreement(profile, run(1));
    expect(agreement.agreeing).toBeLessThan(agreement.steps);
    expect(agreement.mismatches[0]).toMatchObject({
      key: expect.stringMatching(/real|last|water/),
    });
  });
});
