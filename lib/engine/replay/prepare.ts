import { SUMMARY_WRAPPER } from '@/lib/engine/mechanisms/summary-text';
import { stepFlag, type Profile } from '@/lib/engine/tokens/profile';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';
import { projectReal, type Projection } from './projection/projection';
import { requestBase, SessionRequests, type RequestBase } from './requests';
import { sessionPrefix } from './session-prefix';

/** Bits of a replayed step's `marks`. */
export const mark = {
  /** The request differs from the recording's: its real tokens are projected. */
  diverged: 1,
  /** Nobody reported the real tokens of this step's recorded request: they are projected too. */
  unreported: 2,
  /** More than the limit, or refused by the provider as recorded. */
  overflow: 4,
  /** A fault gives the policy a count that nobody reported. */
  supposed: 8,
  /** After the divergence, but of the recorded entries: its real is the recorded one but for the summary. */
  rejoined: 16,
} as const;

/** A session made ready for replays: what does not depend on policy and settings. */
export interface Replayable {
  readonly profile: Profile;
  /** Heuristic tokens of the prefix. */
  readonly prefixTokens: number;
  readonly projection: Projection;
  readonly base: RequestBase;
  /** Requests as the reference counts them. */
  readonly requests: SessionRequests;
  /** `marks` of a replay that never diverges, overflow aside. */
  readonly unreported: Uint8Array;
  /** Steps whose count a fault makes up, ascending. */
  readonly supposed: readonly number[];
  /** Steps with a limit of their own or a recorded rejection, ascending. */
  readonly refusals: readonly number[];
  /** Steps before which the recording's user compacted, ascending; a replay is given them. */
  readonly byHand: readonly number[];
  /** Steps before it are another session's as well, which counts them; left out where all are its own. */
  readonly countedFrom?: number;
}

/** What was prepared of each profile, with the prefix that was asked for last. */
const known = new WeakMap<Profile, Replayable>();

/**
 * Sizes a session's requests, once for each profile and prefix in turn: a page asks at several places. Without
 * `prefixTokens` the prefix is the session's own (`sessionPrefix`), which every host replays with.
 */
export function prepare(
  profile: Profile,
  prefixTokens = sessionPrefix(profile).tokens,
): Replayable {
  const before = known.get(profile);
  if (before?.prefixTokens === prefixTokens) return before;
  const prepared = prepareAnew(profile, prefixTokens);
  known.set(profile, prepared);
  return prepared;
}

function prepareAnew(profile: Profile, prefixTokens: number): Replayable {
  const projection = projectReal(profile, prefixTokens);
  const base = requestBase(profile, prefixTokens, projection);
  const requests = new SessionRequests(base, {
    estimator: referenceEstimator(profile, prefixTokens),
    wrapperBytes: SUMMARY_WRAPPER,
  });
  const { real, limit, flags } = profile.steps;
  const unreported = Uint8Array.from(real, (tokens) => (tokens < 0 ? mark.unreported : 0));
  const refusals = [...limit.keys()].filter(
    (i) => (limit[i] ?? 0) > 0 || ((flags[i] ?? 0) & stepFlag.rejected) !== 0,
  );
  const sized = { profile, prefixTokens, projection, base, requests };
  return { ...sized, unreported, supposed: [], refusals, byHand: stepsByHand(profile) };
}

/** Steps before which a recording's user compacted, ascending; trailing compactions have none. */
function stepsByHand({ head, stepCount }: Profile): readonly number[] {
  const steps = head.compactions
    .filter(
      ({ kind, trigger, step }) => kind === 'summary' && trigger === 'manual' && step < stepCount,
    )
    .map(({ step }) => step);
  return [...new Set(steps)].sort((a, b) => a - b);
}
