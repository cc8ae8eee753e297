import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { callEffects } from '@/lib/engine/tokens/references/call-effect';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { IndexedCalls, ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import type { ContextSteps } from './context-steps';

/**
 * A call that repeats one which a recorded compaction covered: the same tool, arguments and result, and
 * nothing written in between that could have changed the result.
 */
export interface ReworkCall {
  /** Number of the call, and of the covered one that it repeats. */
  readonly call: number;
  readonly repeats: number;
  readonly entry: number;
  /** The step whose response makes the call. */
  readonly step: number;
  /** The step of the compaction that covered the other. */
  readonly compaction: number;
  readonly reads: boolean;
  /** Real tokens of the call and of its result. */
  readonly tokens: number;
  /** Milliseconds to the next request, shared by the calls of a response; null without times. */
  readonly ms: number | null;
}

/** A call with the result of an equal earlier one, and nothing written between them. */
export interface RepeatedCall extends Omit<ReworkCall, 'compaction'> {
  /** The entry that answers the call which it repeats. */
  readonly answered: number;
}

/** What of a session its repeated calls are read from. */
interface CallInput {
  readonly index: ReferenceIndex;
  readonly session: Replayable;
  /** Real tokens of each entry. */
  readonly tokens: Int32Array;
  /** First step whose log holds each entry. */
  readonly enters: Int32Array;
}

const effect = (calls: IndexedCalls, call: number): string =>
  callEffects[byteAt(calls.effect, call)] ?? 'none';

/** The calls of a recording that repeat the newest equal one before them, whatever its context held. */
export function repeatedCalls(input: CallInput): readonly RepeatedCall[] {
  const { calls } = input.index;
  const together = new Map<number, number>();
  for (const entry of calls.entry) together.set(entry, (together.get(entry) ?? 0) + 1);
  const newest = new Map<number, number>();
  const out: RepeatedCall[] = [];
  for (let call = 0; call < calls.entry.length; call++) {
    const same = intAt(calls.same, call);
    const before = newest.get(same);
    newest.set(same, call);
    if (before === undefined || intAt(calls.answer, before) < 0) continue;
    if (!isRepeat(calls, before, call)) continue;
    out.push(repeatOf(input, call, before, together.get(intAt(calls.entry, call)) ?? 1));
  }
  return out;
}

/** The repeated calls whose earlier result had left the context, with the step at which it did. */
export function reworkCalls(
  repeats: readonly RepeatedCall[],
  { leaves }: Pick<ContextSteps, 'leaves'>,
  stepCount: number,
): readonly ReworkCall[] {
  return repeats.flatMap(({ answered, ...one }): readonly ReworkCall[] => {
    const left = intAt(leaves, answered);
    return left > one.step || left >= stepCount ? [] : [{ ...one, compaction: left }];
  });
}

/** True for a call with the result of an equal earlier one, and nothing written between them. */
export const isRepeat = (calls: IndexedCalls, one: number, other: number): boolean =>
  isEqual(calls, one, other) && !isWritten(calls, one, other);

const isEqual = ({ result, effect: own }: IndexedCalls, one: number, other: number): boolean =>
  intAt(result, one) >= 0 &&
  intAt(result, one) === intAt(result, other) &&
  callEffects[byteAt(own, other)] !== 'writes';

/**
 * A read of a file is out of date when that file, or an unnamed one, was written; what else is asked
 * (a test, a search) when anything may have been.
 */
function isWritten(calls: IndexedCalls, from: number, to: number): boolean {
  const subject = intAt(calls.subject, to);
  const file = effect(calls, to) === 'reads' && subject >= 0;
  for (let call = from + 1; call < to; call++) {
    const does = effect(calls, call);
    if (does === 'writes') {
      const other = intAt(calls.subject, call);
      if (!file || other < 0 || other === subject) return true;
    } else if (does === 'may write' && !file) return true;
  }
  return false;
}

function repeatOf(
  { index, tokens, session, enters }: CallInput,
  call: number,
  repeats: number,
  together: number,
): RepeatedCall {
  const { calls, units } = index;
  const entry = intAt(calls.entry, call);
  const answer = intAt(calls.answer, call);
  const share = intAt(calls.resultUnits, call) / Math.max(1, intAt(units, answer));
  const { time } = session.profile.steps;
  const step = intAt(enters, entry) - 1;
  const took = floatAt(time, step + 1) - floatAt(time, step);
  return {
    ...{ call, repeats, entry, step },
    answered: intAt(calls.answer, repeats),
    reads: effect(calls, call) === 'reads',
    tokens: Math.round(
      intAt(tokens, entry) / together + intAt(tokens, answer) * Math.min(1, share),
    ),
    ms: took >= 0 ? Math.round(took / together) : null,
  };
}
