import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Columns } from '@/lib/engine/policy/columns';
import { parseFault, type Fault } from './faults';
import type { Policy } from '@/lib/engine/policy/policy';
import { policies } from '@/lib/policies/registry';
import { hasSetting } from './fault-switches';
import { faultedSession } from './session-under-faults';
import { prepare, type Replayable } from '../prepare';
import { replay, type Replay } from '../replay';
import { drawnRecording } from '../testing/drawn-sessions';
import { successOf } from '@/lib/engine/base/testing/success-of';

/** Of each policy: what they share runs a thousand times. */
const RUNS = { numRuns: 20 };

/** A case: a session, a window small enough for policies to fire, a step of it, a factor. */
const arbitraryCase = fc.record({
  session: drawnRecording.filter(({ profile }) => profile.stepCount > 0),
  window: fc.integer({ min: 20_000, max: 300_000 }),
  share: fc.double({ min: 0, max: 0.999, noNaN: true }),
  factor: fc.constantFrom(0, 0.1, 0.5, 2, 10),
});
type Case = typeof arbitraryCase extends fc.Arbitrary<infer T> ? T : never;

const read = (text: string): Fault => {
  return successOf(parseFault(text));
};

function run(policy: Policy, { session, window }: Case, ...texts: readonly string[]): Replay {
  const defaults = policy.settings.parse({});
  const settings = hasSetting(defaults, 'window') ? { ...(defaults as object), window } : defaults;
  return replay(session, policy, settings, { limit: window, faults: texts.map(read) });
}

/** The step a case chooses. */
const stepOf = ({ session, share }: Case): number => Math.floor(session.profile.stepCount * share);

/** The first value before step `end` that differs between two replays; null for none. */
function difference(one: Columns, other: Columns, end: number): string | null {
  for (const name of Object.keys(one) as (keyof Columns)[]) {
    for (let i = 0; i < end; i++) {
      const [a, b] = [one[name][i], other[name][i]];
      if (!Object.is(a, b)) return `${name} of step ${i}: ${a} and ${b}`;
    }
  }
  return null;
}

/** Any difference over all steps. */
const anyDifference = (one: Replay, other: Replay): string | null =>
  difference(one.columns, other.columns, one.marks.length);

/** One fault of every kind at a step, an entry and a compaction. */
const everyFault = (step: number, entry: number, factor: number): readonly string[] => [
  'summariser-fails@1',
  'summariser-empty@2',
  `usage-stops@${step}`,
  `usage-starts@${step}`,
  `response@${entry}*${factor}`,
  `state-lost@${step}`,
  `window@${step}=90000`,
  `compact@${step}`,
  `truncate@${entry}=${Math.round(factor * 100)}`,
  'keep-calibration',
];

/** The step that entered a case's entry: one whose responses can be scaled, else the last. */
function entryOf({ profile }: Replayable, share: number): number {
  const found = [...profile.entries.responses.keys()].filter(
    (entry) => (profile.entries.responses[entry] ?? 0) > 0,
  );
  return found[Math.floor(found.length * share)] ?? Math.max(0, profile.entryCount - 1);
}

describe.each(policies.map((policy) => [policy.id, policy] as const))('%s', (_, policy) => {
  it('stays as it was before each fault takes hold, and where none does', () => {
    fc.assert(
      fc.property(arbitraryCase, (one) => {
        const faultless = run(policy, one);
        const entry = entryOf(one.session, one.share);
        for (const text of everyFault(stepOf(one), entry, one.factor)) {
          const { columns, faults, divergence } = run(policy, one, text);
          const step = faults[0]?.step ?? -1;
          const end = step < 0 ? one.session.profile.stepCount : step;
          expect(difference(columns, faultless.columns, end), text).toBe(null);
          if (faultless.divergence >= 0 && faultless.divergence < end) {
            expect(divergence, text).toBe(faultless.divergence);
          }
        }
      }),
      RUNS,
    );
  });

  it('takes no notice of a fault beyond the session', () => {
    fc.assert(
      fc.property(arbitraryCase, (one) => {
        const { stepCount, entryCount } = one.session.profile;
        const faultless = run(policy, one);
        for (const text of everyFault(stepCount, entryCount, 2).slice(2, 9)) {
          const faulted = run(policy, one, text);
          expect(anyDifference(faulted, faultless), text).toBe(null);
          expect(faulted.marks, text).toEqual(faultless.marks);
          expect(faulted.divergence, text).toBe(faultless.divergence);
          expect(faulted.faults[0]?.step, text).toBe(-1);
        }
      }),
      RUNS,
    );
  });

  it('goes on as it was where nothing really changes', () => {
    fc.assert(
      fc.property(arbitraryCase, (one) => {
        const faultless = run(policy, one);
        // An unchanged window, set in the middle: the policy stops and goes on.
        const switched = run(policy, one, `window@${stepOf(one)}=${one.window}`);
        expect(anyDifference(switched, faultless)).toBe(null);
        expect(switched.notes).toEqual(faultless.notes);
        // The state lost before the first step.
        const lost = run(policy, one, 'state-lost@0');
        expect(anyDifference(lost, faultless)).toBe(null);
      }),
      RUNS,
    );
  });

  it('keeps every recorded number before the divergence, faults or not', () => {
    fc.assert(
      fc.property(arbitraryCase, (one) => {
        const { profile } = one.session;
        const entry = entryOf(one.session, one.share);
        const texts = everyFault(stepOf(one), entry, one.factor);
        const { columns, divergence } = run(policy, one, ...texts);
        const end = divergence < 0 ? profile.stepCount : divergence;
        for (let i = 0; i < end; i++) {
          const real = profile.steps.real[i] ?? -1;
          if (real >= 0) expect(columns.real[i]).toBe(real);
        }
      }),
      RUNS,
    );
  });

  it('compacts by hand at the step asked for, or says that it did not', () => {
    fc.assert(
      fc.property(arbitraryCase, (one) => {
        const step = stepOf(one);
        const { columns, faults } = run(policy, one, `compact@${step}`);
        expect(faults[0]?.step).toBe(columns.compacted[step] === 1 ? step : -1);
      }),
      RUNS,
    );
  });

  it('is deterministic under faults', () => {
    fc.assert(
      fc.property(arbitraryCase, (one) => {
        const texts = everyFault(stepOf(one), entryOf(one.session, one.share), one.factor);
        const first = run(policy, one, ...texts);
        const again = run(policy, { ...one, session: prepare(one.session.profile) }, ...texts);
        expect(anyDifference(again, first)).toBe(null);
        expect(again.marks).toEqual(first.marks);
        expect(again.notes).toEqual(first.notes);
        expect(again.faults).toEqual(first.faults);
      }),
      RUNS,
    );
  });
});

it('a response that is cut prints the smaller of its size and the cut', () => {
  fc.assert(
    fc.property(arbitraryCase, fc.integer({ min: 0, max: 400 }), (one, bytes) => {
      const { profile } = one.session;
      const entry = entryOf(one.session, one.share);
      const { session } = faultedSession(one.session, [read(`truncate@${entry}=${bytes}`)]);
      const cut = [...profile.entries.responseBytes].map((was, k) => {
        const own = k >= (profile.responseStart[entry] ?? 0);
        const last = k < (profile.responseStart[entry + 1] ?? 0);
        return own && last ? Math.min(was, bytes) : was;
      });
      expect([...session.profile.entries.responseBytes]).toEqual(cut);
      const quarters = (sizes: Iterable<number>): number =>
        [...sizes].reduce((sum, size) => sum + Math.floor(size / 4), 0);
      const lost = quarters(profile.entries.responseBytes) - quarters(cut);
      const end = profile.entryCount;
      expect(session.profile.sum[end]).toBe((profile.sum[end] ?? 0) - lost);
    }),
    RUNS,
  );
});
