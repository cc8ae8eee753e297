import { recorded } from '@/lib/policies/highwater/recorded';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { contextSteps, coveringSteps } from './context-steps';
import { liveTokens, type LiveInput, type LiveTokens } from './live-tokens';
import type { RecallSession } from './recall-session';

/** A replay, what its context is made of, and which names count. */
export interface RecallInput extends LiveInput {
  readonly replay: Replay;
  readonly repeats: RecallSession['repeats'];
  /** First step at which a compaction would cover each entry. */
  readonly covers: Int32Array;
  /** The entries that leave the context at a step, in their order. */
  readonly leaving: ReadonlyMap<number, readonly number[]>;
  /** The same input with every name, those of the other session too; null without another session. */
  readonly all: Omit<LiveInput, 'context'> | null;
}

/** Prepares the recall of a replay of the session whose names these are. */
export function recallInput(run: Replay, named: RecallSession): RecallInput {
  const { index, holders, skip, tokens, stepCount, repeats } = named;
  const live = { index, holders, skip, tokens, stepCount };
  const context = contextSteps(run, named.enters);
  const all = named.chance ? { ...live, skip: new Uint8Array(index.names.length) } : null;
  const covers = coveringSteps(context.enters, everyCut(run));
  return {
    ...live,
    repeats,
    replay: run,
    context,
    covers,
    leaving: leavingAt(context.leaves),
    all,
  };
}

function leavingAt(leaves: Int32Array): ReadonlyMap<number, readonly number[]> {
  const leaving = new Map<number, number[]>();
  leaves.forEach((step, entry) => {
    const together = leaving.get(step);
    if (together === undefined) leaving.set(step, [entry]);
    else together.push(entry);
  });
  return leaving;
}

/**
 * A replay of the policy that is told to compact before every step: where its cut would be. Null where it
 * cannot be told (a recording, a policy that never summarises): a compaction then covers the whole log.
 */
function everyCut({ session, policy, settings }: Replay): Replay | null {
  if (policy.traits.recording === true) return null;
  const faults = Array.from({ length: session.profile.stepCount }, (_, step) => {
    return { kind: 'compact', step } as const;
  });
  const run = replay(session, policy, settings, { faults });
  return run.columns.compacted.includes(1) ? run : null;
}

/** The recording's own compactions, replayed; the replay itself where it is that. */
export function asItRan(run: Replay): Replay {
  if (run.policy.traits.recording && run.faults.length === 0) return run;
  return replay(run.session, recorded, recorded.settings.parse({}));
}

/** One value per step of a replay, for a chart; whole tokens. */
export interface RecallColumns {
  /** Tokens of the request that are named again: of lines, and of whole entries. */
  readonly liveLow: Float64Array;
  readonly liveHigh: Float64Array;
  /** Live tokens that a compaction before the step would cover, likewise. */
  readonly regret: Float64Array;
  readonly regretHigh: Float64Array;
  /** What the chance level took off `liveLow` and `liveHigh`; all 0 without another session. */
  readonly chanceLow: Float64Array;
  readonly chanceHigh: Float64Array;
}

/** Computes the columns of a recall. */
export function recallColumns(input: RecallInput): RecallColumns {
  const live = liveTokens(input);
  const regret = input.covers === input.context.enters ? live : liveTokens(input, input.covers);
  const all = input.all === null ? live : liveTokens({ ...input.all, context: input.context });
  return {
    liveLow: live.low,
    liveHigh: live.high,
    regret: regret.low,
    regretHigh: regret.high,
    chanceLow: chance(all, live, 'low'),
    chanceHigh: chance(all, live, 'high'),
  };
}

const chance = (all: LiveTokens, live: LiveTokens, end: keyof LiveTokens): Float64Array =>
  all[end].map((tokens, step) => tokens - (live[end][step] ?? 0));
