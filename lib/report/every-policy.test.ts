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

const RUNS = { numRuns: 400, seed: 20261122 };
/** Generous: a loaded machine must not decide. */
const TIMEOUT = 60_000;

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

/** As text: comparing thousands of columns as values would take most of the time. */
const plain = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, column]) => `${name} ${column.join(' ')}`)
    .join('\n');

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
  const isSent = (entry: number): boolean =>
    entry < n && (entry >= covered || kept.some(([a, b]) => entry >= a && entry < b));
  let tokens = ruler.prefix + (columns.addedTokens[step] ?? 0);
  for (let entry = 0; entry < n; entry++) {
    if (isSent(entry)) tokens += (ruler.sum[entry + 1] ?? 0) - (ruler.sum[entry] ?? 0);
  }
  for (const one of notes.elisions) {
    if (one.step <= step && isSent(one.entry)) tokens -= one.tokens;
  }
  tokens += Math.max(0, (ruler.thoughtSum[n] ?? 0) - (ruler.thoughtSum[from] ?? 0));
  if (columns.injected[step] === 1) {
    tokens += ruler.text(wrapperBytes + (columns.summaryBytes[step] ?? 0));
  }
  return tokens;
}

/** What is wrong with the accounts of a step; nothing where every entry is accounted for. */
function misaccounted(made: Replay, step: number): readonly string[] {
  const fates = entryFates(made, step);
  const wrong: string[] = [];
  const entries = fates.reduce((sum, { from, to }) => sum + to - from, 0);
  const n = made.session.profile.steps.entries[step] ?? 0;
  if (entries !== n) wrong.push(`step ${step}: ${entries} of ${n} entries have a fate`);
  const counted = countedRequest(made, step);
  const sent = made.columns.heuristicSent[step] ?? NaN;
  if (counted !== sent) wrong.push(`step ${step}: holds ${counted} tokens, says ${sent}`);
  const lost = fates.some(({ fate }) => fate === ('lost' satisfies EntryFate));
  const said = made.notes.events.some((one) => one.kind === 'lost' && one.step <= step);
  if (lost && !said) wrong.push(`step ${step}: lost entries are not reported`);
  return wrong;
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

  it(
    'gives the same twice, also over another replay, and leaves the log alone',
    { timeout: TIMEOUT },
    () => {
      fc.assert(
        fc.property(fc.oneof(flowCases, recordedCases), ({ session, run }) => {
          const before = fingerprint(session.profile);
          const first = run(policy);
          const columns = plain(first.columns);
          const again = run(policy, run(policy));
          expect(plain(again.columns)).toBe(columns);
          expect(again.notes).toEqual(first.notes);
          expect([...again.marks]).toEqual([...first.marks]);
          expect(fingerprint(session.profile)).toBe(before);
        }),
        { ...RUNS, numRuns: 200 },
      );
    },
  );

  it(
    'accounts for every entry, and its count of the request is the sum of what is in it',
    { timeout: TIMEOUT },
    () => {
      fc.assert(
        fc.property(flowCases, ({ session, run }) => {
          const made = run(policy);
          const steps = [...session.profile.steps.entries.keys()];
          expect(steps.flatMap((step) => misaccounted(made, step))).toEqual([]);
        }),
        RUNS,
      );
    },
  );

  it('sends no response without its call, or is known to and says so', { timeout: TIMEOUT }, () => {
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

  it('changes nothing while nothing fires', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(arbitraryUncompactedSession, fc.nat(40), (recording, pick) => {
        const session = prepare(measureSession(recording));
        const made = replay(session, policy, settingsOf(policy, 100_000_000, pick));
        if (made.columns.compacted.includes(1) || made.notes.elisions.length > 0) return;
        expect(made.divergence).toBe(-1);
        expect([...made.columns.heuristicSent]).toEqual([...made.columns.heuristicRaw]);
        expect([...made.columns.contentsSent]).toEqual([...session.profile.steps.entries]);
        const known = [...session.profile.steps.real].flatMap((real, step) =>
          real >= 0 ? [[real, made.columns.real[step]]] : [],
        );
        expect(known.filter(([recorded, replayed]) => recorded !== replayed)).toEqual([]);
      }),
      RUNS,
    );
  });
});
