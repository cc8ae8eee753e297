import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Columns } from '@/lib/policies/columns';
import type { Policy } from '@/lib/policies/policy';
import { policies } from '@/lib/policies/registry';
import { prepare, replay, type Replay, type Replayable } from '@/lib/replay/replay';
import { generateProfile } from '@/lib/scenarios/simulate';
import { arbitraryScenario } from '@/lib/scenarios/testing/arbitrary-scenario';
import {
  arbitrarySession,
  arbitraryUncompactedSession,
} from '@/lib/session/testing/arbitrary-session';
import { measureSession, type Profile } from '@/lib/tokens/profile';
import { entryFates, type EntryFate } from './entry-fates';

const RUNS = { numRuns: 1_000, seed: 20261122 };

/** Settings to try a policy with: its defaults, each preset, each with a window of its own. */
function settingsOf(policy: Policy, window: number, pick: number): unknown {
  const preset = policy.presets[pick % (policy.presets.length + 1)]?.settings ?? {};
  const wanted = { ...(policy.settings.parse({}) as object), ...(preset as object) };
  return 'window' in wanted ? policy.settings.parse({ ...wanted, window }) : wanted;
}

const windows = fc.constantFrom(3_000, 8_000, 20_000, 60_000, 200_000, 10_000_000);

interface Case {
  readonly session: Replayable;
  readonly run: (policy: Policy, into?: Replay) => Replay;
}

/** A generated session of the ADK flow, and how to replay it. */
const flowCases: fc.Arbitrary<Case> = fc
  .tuple(arbitraryScenario, windows, fc.nat(40))
  .map(([scenario, window, pick]) => {
    const { profile, script, limit } = generateProfile(scenario, 'generated');
    const session = prepare(profile);
    return {
      session,
      run: (policy, into) =>
        replay(session, policy, settingsOf(policy, window, pick), {
          script,
          limit,
          ...(into ? { into } : {}),
        }),
    };
  });

/** Any recording at all, gaps, rejections and recorded compactions included. */
const recordedCases: fc.Arbitrary<Case> = fc
  .tuple(arbitrarySession, windows, fc.nat(40))
  .map(([recording, window, pick]) => {
    const session = prepare(measureSession(recording));
    return {
      session,
      run: (policy, into) =>
        replay(session, policy, settingsOf(policy, window, pick), into ? { into } : {}),
    };
  });

const plain = (columns: Columns): Record<string, readonly number[]> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, [...column]]));

/** Numbers of a profile that nothing may change. */
const fingerprint = ({ entries, steps, sum }: Profile): string =>
  JSON.stringify([[...sum], [...entries.flags], [...steps.entries], [...steps.real]]);

/** Tokens by the policy's ruler of what the request of a step holds, counted entry by entry. */
function countedRequest({ columns, notes, form, session }: Replay, step: number): number {
  const { profile } = session;
  const { ruler, wrapperBytes } = form;
  const n = profile.steps.entries[step] ?? 0;
  const covered = columns.covered[step] ?? 0;
  const kept = notes.kept.findLast((one) => one.step <= step)?.ranges ?? [];
  const from = Math.max(covered, profile.steps.turnStart[step] ?? 0);
  let tokens = ruler.prefix + (columns.addedTokens[step] ?? 0);
  for (let entry = 0; entry < n; entry++) {
    if (entry < covered && !kept.some(([a, b]) => entry >= a && entry < b)) continue;
    tokens += (ruler.sum[entry + 1] ?? 0) - (ruler.sum[entry] ?? 0);
    for (const one of notes.elisions) {
      if (one.step <= step && one.entry === entry) tokens -= one.tokens;
    }
  }
  tokens += Math.max(0, (ruler.thoughtSum[n] ?? 0) - (ruler.thoughtSum[from] ?? 0));
  if (columns.injected[step] === 1) {
    tokens += ruler.text(wrapperBytes + (columns.summaryBytes[step] ?? 0));
  }
  return tokens;
}

/** Entries whose call is not in the request though their response is. */
function orphans(replay: Replay, step: number): readonly number[] {
  const { callOf } = replay.session.profile;
  const sent = new Set<number>();
  for (const { from, to, fate } of entryFates(replay, step)) {
    if (fate !== 'sent' && fate !== 'elided') continue;
    for (let entry = from; entry < to; entry++) sent.add(entry);
  }
  return [...sent].filter((entry) => {
    const call = callOf[entry] ?? -1;
    return call >= 0 && !sent.has(call);
  });
}

describe.each(policies.map((policy) => [policy.id, policy] as const))('%s', (_, policy) => {
  it('has valid defaults, and settings survive JSON', () => {
    const defaults = policy.settings.parse({});
    expect(policy.settings.parse(JSON.parse(JSON.stringify(defaults)))).toEqual(defaults);
    for (const preset of policy.presets) {
      const chosen = policy.settings.parse({
        ...(defaults as object),
        ...(preset.settings as object),
      });
      expect(policy.settings.parse(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen);
    }
    expect(new Set(policy.presets.map(({ id }) => id)).size).toBe(policy.presets.length);
    expect(policy.provenance.repository).not.toBe('');
  });

  it('gives the same twice, also written over another replay, and leaves the log alone', () => {
    fc.assert(
      fc.property(fc.oneof(flowCases, recordedCases), ({ session, run }) => {
        const before = fingerprint(session.profile);
        const first = run(policy);
        const columns = plain(first.columns);
        const again = run(policy, run(policy));
        expect(plain(again.columns)).toEqual(columns);
        expect(again.notes).toEqual(first.notes);
        expect([...again.marks]).toEqual([...first.marks]);
        expect(fingerprint(session.profile)).toBe(before);
      }),
      { ...RUNS, numRuns: 300 },
    );
  });

  it('accounts for every entry, and its count of the request is the sum of what is in it', () => {
    fc.assert(
      fc.property(flowCases, ({ session, run }) => {
        const made = run(policy);
        for (let step = 0; step < session.profile.stepCount; step++) {
          const fates = entryFates(made, step);
          const n = session.profile.steps.entries[step] ?? 0;
          expect(fates.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(n);
          expect(countedRequest(made, step), `step ${step}`).toBe(made.columns.heuristicSent[step]);
          const lost = fates.filter(({ fate }) => fate === ('lost' satisfies EntryFate));
          const said = made.notes.events.some((one) => one.kind === 'lost' && one.step <= step);
          if (lost.length > 0) expect(said, `lost entries at step ${step} are reported`).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('sends no response without its call, or is known to and says so', () => {
    fc.assert(
      fc.property(flowCases, ({ session, run }) => {
        const made = run(policy);
        for (let step = 0; step < session.profile.stepCount; step++) {
          if (made.columns.compacted[step] !== 1) continue;
          if (orphans(made, step).length === 0) continue;
          expect(policy.splitsPairs, `orphan at step ${step}`).toBe(true);
          const said = made.notes.events.some((one) => one.kind === 'orphan' && one.step === step);
          expect(said, `the orphan at step ${step} is reported`).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('changes nothing while nothing fires', () => {
    fc.assert(
      fc.property(arbitraryUncompactedSession, fc.nat(40), (recording, pick) => {
        const session = prepare(measureSession(recording));
        const made = replay(session, policy, settingsOf(policy, 100_000_000, pick));
        if (made.columns.compacted.includes(1) || made.notes.elisions.length > 0) return;
        expect(made.divergence).toBe(-1);
        expect([...made.columns.heuristicSent]).toEqual([...made.columns.heuristicRaw]);
        expect([...made.columns.contentsSent]).toEqual([...session.profile.steps.entries]);
        session.profile.steps.real.forEach((real, step) => {
          if (real >= 0) expect(made.columns.real[step]).toBe(real);
        });
      }),
      RUNS,
    );
  });
});
