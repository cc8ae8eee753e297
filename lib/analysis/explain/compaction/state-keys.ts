import { intAt } from '@/lib/engine/base/read';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import {
  GUARD_PREFIX,
  guardKeyName,
  guardKeys,
  type GuardKey,
} from '@/lib/engine/session/guard-keys';

/** Value of a key; null where no callback has set it, or where it is not known. */
type StateValue = number | null;

/** A session key before and after a step's two callbacks. */
export interface StateKey {
  readonly key: GuardKey;
  /** As the session state holds it, for an agent named `<agent>`. */
  readonly name: string;
  /** The summary by its bytes. */
  readonly unit: 'tokens' | 'entries' | 'bytes';
  /** Before BeforeModel, between the callbacks, after AfterModel. */
  readonly before: StateValue;
  readonly between: StateValue;
  readonly after: StateValue;
  /** After AfterModel, as recorded; null where the recording has no such key. */
  readonly recorded: StateValue;
}

const units: Readonly<Record<GuardKey, StateKey['unit']>> = {
  summary: 'bytes',
  watermark: 'entries',
  summarizedAt: 'tokens',
  realTokens: 'tokens',
  lastHeuristic: 'tokens',
};

type State = Readonly<Record<GuardKey, StateValue>>;

/** The session keys of a step; none for a policy that keeps no such state. */
export function stateKeysAt(replay: Replay, step: number): readonly StateKey[] {
  const { guardState } = replay.policy;
  if (guardState === undefined) return [];
  const [before, between, after] = [stateBefore, stateBetween, stateAfter].map((of) =>
    of(replay, step),
  );
  const recorded = recordedState(replay, step);
  return guardKeys
    .filter((key) => guardState.keys.includes(key))
    .map((key) => ({
      key,
      name: guardKeyName(key, '<agent>'),
      unit: units[key],
      before: before?.[key] ?? null,
      between: between?.[key] ?? null,
      after: after?.[key] ?? null,
      recorded: recorded[key],
    }));
}

/** A session key after the response of each step; NaN where it is not set. */
export interface StateSeries {
  readonly key: GuardKey;
  /** As the session state names it, without ContextGuard's prefix and the agent: "real_tokens". */
  readonly name: string;
  readonly unit: StateKey['unit'];
  readonly after: Float64Array;
}

/** The session keys after every step, in one pass; none for a policy that keeps no such state. */
export function stateOverTime(replay: Replay): readonly StateSeries[] {
  const { guardState } = replay.policy;
  if (guardState === undefined) return [];
  const { stepCount } = replay.session.profile;
  const series = guardKeys
    .filter((key) => guardState.keys.includes(key))
    .map((key) => ({
      key,
      name: guardKeyName(key, '').slice(GUARD_PREFIX.length, -1),
      unit: units[key],
      after: new Float64Array(stepCount).fill(NaN),
    }));
  let summarizedAt: StateValue = null;
  for (let step = 0; step < stepCount; step++) {
    if (lost(replay, step)) summarizedAt = null;
    if (replay.columns.compacted[step] === 1) summarizedAt = countAt(replay, step);
    const state = stateAfter(replay, step, summarizedAt);
    for (const { key, after } of series) after[step] = state[key] ?? NaN;
  }
  return series;
}

const empty: State = {
  summary: null,
  watermark: null,
  summarizedAt: null,
  realTokens: null,
  lastHeuristic: null,
};

/** What nothing stored counts as none: a summary of 0 bytes, a watermark of 0. */
const orNull = (value: number): StateValue => (value > 0 ? value : null);

const lost = ({ switches }: Replay, step: number): boolean =>
  switches.some((one) => one.lose && one.step === step);

function stateBefore(
  replay: Replay,
  step: number,
  summarizedAt = firedAt(replay, step - 1),
): State {
  if (step === 0 || lost(replay, step)) return empty;
  const { columns } = replay;
  return {
    summary: orNull(intAt(columns.summaryBytes, step - 1)),
    watermark: orNull(intAt(columns.watermarkBefore, step)),
    summarizedAt,
    realTokens: realOf(replay, step, intAt(columns.lastReal, step)),
    lastHeuristic: intAt(columns.lastHeuristic, step),
  };
}

function stateBetween(replay: Replay, step: number, summarizedAt = firedAt(replay, step)): State {
  const { columns, policy } = replay;
  const before = stateBefore(replay, step, summarizedAt);
  const isCompacted = columns.compacted[step] === 1;
  const resets = isCompacted && policy.guardState?.resets(settingsAt(replay, step)) === true;
  return {
    summary: isCompacted ? orNull(intAt(columns.summaryBytes, step)) : before.summary,
    watermark: isCompacted ? orNull(intAt(columns.watermarkAfter, step)) : before.watermark,
    summarizedAt,
    realTokens: resets ? 0 : before.realTokens,
    lastHeuristic: intAt(columns.lastHeuristicAfter, step),
  };
}

function stateAfter(replay: Replay, step: number, summarizedAt = firedAt(replay, step)): State {
  const between = stateBetween(replay, step, summarizedAt);
  const real = intAt(replay.columns.realAfter, step);
  return { ...between, realTokens: real > 0 ? real : between.realTokens };
}

/** 0 was stored by a reset only; without one the key was never set. */
function realOf(replay: Replay, step: number, real: number): StateValue {
  if (real > 0) return real;
  const { columns, policy } = replay;
  const resets = policy.guardState?.resets(settingsAt(replay, step)) === true;
  return resets && columns.compacted.subarray(0, step).includes(1) ? 0 : null;
}

/** The count that the newest compaction up to a step fired at; null without one. */
function firedAt(replay: Replay, step: number): StateValue {
  const { columns, switches } = replay;
  const lose = switches.findLast((one) => one.lose && one.step <= step)?.step ?? 0;
  for (let i = step; i >= lose; i--) {
    if (columns.compacted[i] === 1) return countAt(replay, i);
  }
  return null;
}

function countAt({ columns }: Replay, step: number): StateValue {
  const value = columns.decision[step] ?? NaN;
  return Number.isNaN(value) ? null : Math.trunc(value);
}

/** The recorded state after a step; its `summarized_at` is the importer's count before a compaction. */
function recordedState({ session }: Replay, step: number): State {
  const { guard, compactions, generated } = session.profile.head;
  const found = guard.find((one) => one.step === step);
  if (found === undefined) return empty;
  const made = compactions.findLast((one) => one.kind === 'summary' && one.step <= step);
  return {
    summary: found.summaryBytes,
    watermark: found.watermark,
    summarizedAt: generated ? null : (made?.preTokens ?? null),
    realTokens: found.realTokens,
    lastHeuristic: found.lastHeuristic,
  };
}
