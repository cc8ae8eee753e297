import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { ENGINE } from '@/lib/engine/replay/engine';
import { describe, expect, it } from 'vitest';
import { findings } from '@/lib/analysis/detectors/registry';
import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { policies, policyOrDefault } from '@/lib/policies/registry';
import { parseFault, type Fault } from '@/lib/engine/replay/faults/faults';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { parseSession } from '@/lib/engine/session/serialize';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { encodeProfile } from '@/lib/engine/tokens/profile-codec';
import { askAgain } from './ask-again';
import { checkLines } from './check-text';
import { freezeRun } from './freeze-run';
import { packed, unpacked } from './packed-columns';
import { checkRun, refusedCheck, type RunCheck } from './run-check';
import { runRecordSchema, type RunRecord } from './run-record';

const sha = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const RUNS = { numRuns: 60, seed: 20261124 };

interface Asked {
  readonly policy: Policy;
  readonly settings: Settings;
  readonly faults?: readonly Fault[];
}

function frozen(profile: Profile, { policy, settings, faults = [] }: Asked): RunRecord {
  const run = replay(prepare(profile), policy, settings, { faults });
  const record = freezeRun(
    run,
    {
      session: { id: null, name: 'one', agent: 'test', model: null, trace: null },
      numbers: sha(encodeProfile(profile)),
      settings,
      faults,
      findings: findings(run, { agent: 'test', notices: [] }),
      ...{ happened: null, note: 'why', frozenAt: 1 },
    },
    sha,
  );
  // As it comes back from a file.
  return runRecordSchema.parse(JSON.parse(JSON.stringify(record)));
}

/** Replays a record's question over a session, and compares. */
function checked(then: RunRecord, profile: Profile): RunCheck {
  const asked = askAgain(then.question);
  if (!asked.ok) return refusedCheck(then, asked.error, 'now', sha);
  return checkRun(then, frozen(profile, asked.value), sha);
}

/** The settings a policy opens a session with, its window at a share of the largest request. */
function opened(policy: Policy, profile: Profile, share: number): Settings {
  const settings = sessionSettings(policy, profile.head) as Settings;
  const largest = Math.max(1_000, ...profile.steps.real);
  return 'window' in settings
    ? { ...settings, window: Math.max(1_000, Math.round(share * largest)) }
    : settings;
}

const cases = fc.record({
  profile: arbitrarySession.filter(({ steps }) => steps.length > 0).map(measureSession),
  policy: fc.constantFrom(...policies),
  share: fc.double({ min: 0.2, max: 1.5, noNaN: true }),
  fault: fc.constantFrom(undefined, 'usage-stops@2', 'compact@1', 'summariser-fails@1'),
});

const faultOf = (text: string | undefined): readonly Fault[] => {
  const parsed = text === undefined ? undefined : parseFault(text);
  return parsed?.ok === true ? [parsed.value] : [];
};

const incident = (): Profile => {
  const file = readFileSync('public/samples/production-incident.json', 'utf8');
  const read = parseSession(JSON.parse(file));
  if (!read.ok) throw new Error(read.error.message);
  return measureSession(read.value);
};
const guard = policyOrDefault('contextguard-threshold');

describe('a frozen run', () => {
  it('gives the same result again, for any session, policy, window and fault', () => {
    fc.assert(
      fc.property(cases, ({ profile, policy, share, fault }) => {
        const settings = opened(policy, profile, share);
        const run = frozen(profile, { policy, settings, faults: faultOf(fault) });
        const check = checked(run, profile);
        expect(check).toMatchObject({ outcome: 'same', changes: [], first: null });
        expect(check.findings).toEqual({ gone: [], fresh: [] });
      }),
      RUNS,
    );
  });

  it('names the first step and the column where one number of it was changed', () => {
    fc.assert(
      fc.property(cases, fc.nat(), fc.nat(), ({ profile, policy, share }, at, which) => {
        const run = frozen(profile, { policy, settings: opened(policy, profile, share) });
        const names = Object.keys(run.result.columns);
        const name = names[which % names.length]!;
        const step = at % profile.stepCount;
        const values = [...unpacked(run.result.columns[name]!, profile.stepCount)];
        const was = values[step] ?? 0;
        values[step] = was + 1;
        const columns = { ...run.result.columns, [name]: packed(values.map((one) => one ?? NaN)) };
        const check = checked({ ...run, result: { ...run.result, columns } }, profile);
        expect(check.outcome).toBe('differs');
        expect(check.first?.step).toBe(step);
        expect(check.first?.values.map((pair) => pair.name)).toEqual([name]);
        expect(check.changes).toEqual([
          { of: 'record', text: 'The numbers of this record were edited after it was frozen.' },
        ]);
      }),
      RUNS,
    );
  });

  it('says that a setting of it was edited', () => {
    fc.assert(
      fc.property(cases, fc.nat(), ({ profile, policy, share }, which) => {
        const numbers = settingFields(policy).filter(({ kind }) => kind === 'integer');
        const field = numbers[which % Math.max(1, numbers.length)];
        if (field === undefined) return;
        const settings = opened(policy, profile, share);
        const run = frozen(profile, { policy, settings });
        const value = Number(settings[field.key]) + 1;
        const edited = { ...run.question.settings, [field.key]: value };
        const check = checked({ ...run, question: { ...run.question, settings: edited } }, profile);
        expect(check.changes[0]).toMatchObject({ of: 'record' });
      }),
      RUNS,
    );
  });

  it('finds one byte more in the session', () => {
    const picture = (bytes: number): Profile =>
      measureSession(
        textSession(`limit 4000\nu ${bytes}\n-- 1200\nm 400\n-- 1400\nm 4000\n-- 2400`),
      );
    const settings = opened(guard, picture(400), 1);
    const run = frozen(picture(400), { policy: guard, settings });
    const check = checked(run, picture(404));
    expect(check.outcome).toBe('differs');
    expect(check.changes).toEqual([{ of: 'session', text: 'The session is another one.' }]);
    expect(check.first).toMatchObject({ step: 0 });
    expect(check.first?.values).toContainEqual({ name: 'heuristic', then: 100, now: 101 });
    // A byte that no count holds changes the numbers' hash or nothing at all.
    expect(checked(run, picture(401)).changes.map(({ of }) => of)).toEqual(['session']);
  });

  it('names the step, both values and the totals of the incident under another cap', () => {
    const profile = incident();
    const plain = sessionSettings(guard, profile.head) as Settings;
    const then = frozen(profile, { policy: guard, settings: { ...plain, cap: 7.5 } });
    const now = frozen(profile, { policy: guard, settings: plain });
    const lines = checkLines(checkRun(then, now, sha));
    expect(lines[0]).toBe('Another result, from step 1 on.');
    expect(lines).toContain('cap was 7.5, it is 5 now.');
    expect(lines.find((line) => line.startsWith('Totals: '))).toContain('stepsCompacted 1 → 0');
    expect(lines.filter((line) => line.startsWith('Newly found: '))).not.toEqual([]);
  });

  it('opens where it cannot be replayed, and says why', () => {
    const profile = incident();
    const run = frozen(profile, { policy: guard, settings: opened(guard, profile, 1) });
    const under = (question: Partial<RunRecord['question']>): string | undefined =>
      checkLines(checked({ ...run, question: { ...run.question, ...question } }, profile))[0];
    expect(under({ policy: 'psychic' })).toMatch(/^Cannot be replayed now. There is no policy/);
    expect(under({ settings: { ...run.question.settings, colour: 3 } })).toContain(
      'The settings are accepted no more: contextguard-threshold has no setting "colour".',
    );
    expect(under({ faults: ['rain@3'] })).toContain('A fault is accepted no more');
  });

  it('says which engine froze it, and what its columns were not yet', () => {
    const profile = incident();
    const now = frozen(profile, { policy: guard, settings: opened(guard, profile, 1) });
    const { heuristicRaw: _, ...columns } = now.result.columns;
    const then = { ...now, engine: 1, result: { ...now.result, columns } };
    const check = checkRun(then, now, sha);
    expect(check.outcome).toBe('same');
    expect(check.changes.map(({ text }) => text)).toContain(
      `Engine 1 froze it, engine ${ENGINE} replays it now.`,
    );
  });
});

describe('a packed column', () => {
  it('holds every value, with NaN as null', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1, -1, 2.5, NaN, 1e15)), (values) => {
        const all = unpacked(packed(values), values.length);
        expect(all).toEqual(values.map((value) => (Number.isNaN(value) ? null : value)));
      }),
    );
  });
});
