import { logSizes } from '@/lib/analysis/explain/growth/log-sizes';
import { intAt } from '@/lib/engine/base/read';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import { enteringSteps } from './context-steps';
import type { LiveInput } from './live-tokens';
import { nameHolders, sharedNames } from './name-holders';
import { repeatedCalls, type RepeatedCall } from './rework';

/** What else a recall is computed from. */
export interface RecallOptions {
  /** Names of an unrelated session: what it says too is the chance level, and is taken off. */
  readonly other?: Pick<ReferenceIndex, 'names'> | null;
  /** Calls whose names are no references, by number. */
  readonly withoutCalls?: ReadonlySet<number>;
}

/** A session with its names: what every replay of it shares. */
export interface RecallSession extends Omit<LiveInput, 'context'> {
  readonly session: Replayable;
  /** First step whose log holds each entry. */
  readonly enters: Int32Array;
  readonly repeats: readonly RepeatedCall[];
  /** Names of another session are left out. */
  readonly chance: boolean;
}

/** Reads the names of a session once for many replays. @throws RangeError for names of another session. */
export function namedSession(
  session: Replayable,
  index: ReferenceIndex,
  { other = null, withoutCalls }: RecallOptions = {},
): RecallSession {
  const { profile } = session;
  if (profile.entryCount !== index.entryCount) {
    throw new RangeError('The names are not of this session.');
  }
  const { entries, thoughts } = logSizes(session);
  const calls = {
    index,
    session,
    tokens: entries.map((tokens, entry) => Math.max(0, tokens - intAt(thoughts, entry))),
    enters: enteringSteps(profile),
  };
  return {
    ...calls,
    holders: nameHolders(index, withoutCalls === undefined ? {} : { calls: withoutCalls }),
    skip: sharedNames(index, other),
    stepCount: profile.stepCount,
    repeats: repeatedCalls(calls),
    chance: other !== null,
  };
}
