import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Columns } from './columns';
import type { Policy } from './policy';
import { policies } from '@/lib/policies/registry';
import { arbitrarySettings } from '@/lib/policies/testing/arbitrary-settings';
import { fractionTail } from '@/lib/policies/testing/fraction-tail';
import { staged } from '@/lib/policies/testing/staged';
import { MOST_TOKENS } from './settings';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay, type ReplayOptions } from '@/lib/engine/replay/replay';
import {
  drawnFlow,
  drawnRecording,
  drawnUncompacted,
} from '@/lib/engine/replay/testing/drawn-sessions';
import type { Profile } from '@/lib/engine/tokens/profile';
import { entryFates, type EntryFate } from '@/lib/analysis/explain/testing/entry-fates';

/** Of each policy: what they share runs five thousand times. */
const RUNS = { numRuns: 100 };
/** Generous: a loaded machine must not decide. */
const TIMEOUT = 60_000;

interface Case {
  readonly session: Replayable;
  readonly settings: object;
  readonly replayed: (into?: Replay) => Replay;
}

const caseOf = (
  policy: Policy,
  session: Replayable,
  settings: object,
  options: ReplayOptions = {},
): Case => ({
  session,
  settings,
  replayed: (into) => replay(session, policy, settings, { ...options, ...(into ? { into } : {}) }),
});

/** A generated session of the ADK flow under settings that the policy allows. */
const flowCases = (policy: Policy): fc.Arbitrary<Case> =>
  fc
    .tuple(drawnFlow, arbitrarySettings(policy))
    .map(([{ session, script, limit }, settings]) =>
      caseOf(policy, session, settings, { script, limit }),
    );

/** Any recording at all, gaps, rejections and recorded compactions included. */
const recordedCases = (policy: Policy): fc.Arbitrary<Case> =>
  fc
    .tuple(drawnRecording, arbitrarySettings(policy))
    .map(([session, settings]) => caseOf(policy, session, settings));

const anyCases = (policy: Policy): fc.Arbitrary<Case> =>
  fc.oneof(flowCases(policy), recordedCases(policy));

/** Columns as text; comparing thousands of them as values would take most of the time. */
const plain = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, column]) => `${name} ${column.join(' ')}`)
    .join('\n');

/** Numbers of a profile that nothing may change. */
const fingerprint = ({ entries, steps, sum }: Profile): string =>
  JSON.stringify([[...sum], [...entries.flags], [...steps.entries], [...steps.real]]);

/** Tokens by the policy's estimator of what the request of a step holds, counted entry by entry. */
function countedRequest({ columns, notes, form, session }: Replay, step: number): number {
  const { profile } = session;
  const { estimator, wrapperBytes } = form;
  const n = profile.steps.entries[step] ?? 0;
  const covered = columns.covered[step] ?? 0;
  const kept = notes.kept.findLast((one) => one.step <= step)?.ranges ?? [];
  const from = Math.max(covered, profile.steps.turnStart[step] ?? 0);
  const isSent = (entry: number): boolean =>
    entry < n && (entry >= covered || kept.some(([a, b]) => entry >= a && entry < b));
  let tokens = estimator.prefix + (columns.addedTokens[step] ?? 0);
  for (let entry = 0; entry < n; entry++) {
    if (isSent(entry)) tokens += (estimator.sum[entry + 1] ?? 0) - (estimator.sum[entry] ?? 0);
  }
  for (const one of notes.elisions) {
    if (one.step <= step && isSent(one.entry)) tokens -= one.tokens;
  }
  tokens += Math.max(0, (estimator.thoughtSum[n] ?? 0) - (estimator.thoughtSum[from] ?? 0));
  if (columns.injected[step] === 1) {
    tokens += estimator.text(wrapperBytes + (columns.summaryBytes[step] ?? 0));
  }
  return tokens;
}

/** Errors in the accounts of a step; none if every entry is accounted for. */
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

/** The product's policies, and two that a stranger wrote: one has every mechanism of a pipeline. */
const tested: readonly Policy[] = [...policies, fractionTail, staged];

describe.each(tested.map((policy) => [policy.id, policy] as const))('%s', (_, policy) => {
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
        fc.property(anyCases(policy), ({ session, replayed }) => {
          const before = fingerprint(session.profile);
          const first = replayed();
          const columns = plain(first.columns);
          const again = replayed(replayed());
          expect(plain(again.columns)).toBe(columns);
          expect(again.notes).toEqual(first.notes);
          expect([...again.marks]).toEqual([...first.marks]);
          expect(fingerprint(session.profile)).toBe(before);
        }),
        { numRuns: 50 },
      );
    },
  );

  it(
    'accounts for every entry, and its count of the request is the sum of what is in it',
    { timeout: TIMEOUT },
    () => {
      fc.assert(
        fc.property(flowCases(policy), ({ session, replayed }) => {
          const made = replayed();
          const steps = [...session.profile.steps.entries.keys()];
          expect(steps.flatMap((step) => misaccounted(made, step))).toEqual([]);
        }),
        RUNS,
      );
    },
  );

  it('sends no response without its call, or is known to and says so', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(flowCases(policy), ({ session, replayed }) => {
        const made = replayed();
        for (let step = 0; step < session.profile.stepCount; step++) {
          if (made.columns.compacted[step] !== 1) continue;
          if (orphans(made, step).length === 0) continue;
          expect(policy.traits.splitsPairs, `orphan at step ${step}`).toBe(true);
          const said = made.notes.events.some((one) => one.kind === 'orphan' && one.step === step);
          expect(said, `the orphan at step ${step} is reported`).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('changes nothing while nothing fires', { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(drawnUncompacted, arbitrarySettings(policy), (session, drawn) => {
        const settings = 'window' in drawn ? { ...drawn, window: MOST_TOKENS } : drawn;
        const made = replay(session, policy, settings);
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
