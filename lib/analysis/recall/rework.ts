import { byteAt, floatAt, intAt } from '@/lib/base/read';
import { callEffects } from '@/lib/tokens/references/call-effect';
import type { IndexedCalls } from '@/lib/tokens/references/reference-index';
import type { RecallInput } from './recall-input';

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

const effect = (calls: IndexedCalls, call: number): string =>
  callEffects[byteAt(calls.effect, call)] ?? 'none';

/** The rework of a recording; `input` is of the recording's own compactions. */
export function reworkCalls(input: RecallInput): readonly ReworkCall[] {
  const { calls } = input.index;
  const { stepCount } = input.replay.session.profile;
  const newest = new Map<number, number>();
  const out: ReworkCall[] = [];
  for (let call = 0; call < calls.entry.length; call++) {
    const same = intAt(calls.same, call);
    const before = newest.get(same);
    newest.set(same, call);
    if (before === undefined || intAt(calls.answer, before) < 0) continue;
    const step = intAt(input.context.enters, intAt(calls.entry, call)) - 1;
    const left = intAt(input.context.leaves, intAt(calls.answer, before));
    if (left > step || left >= stepCount || !isRepeat(calls, before, call)) continue;
    out.push(reworkOf(input, { call, repeats: before, step, compaction: left }));
  }
  return out;
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

type Repeat = Pick<ReworkCall, 'call' | 'repeats' | 'step' | 'compaction'>;

function reworkOf({ index, tokens, replay }: RecallInput, repeat: Repeat): ReworkCall {
  const { calls, units } = index;
  const entry = intAt(calls.entry, repeat.call);
  const answer = intAt(calls.answer, repeat.call);
  const together = calls.entry.reduce((count, one) => count + (one === entry ? 1 : 0), 0);
  const share = intAt(calls.resultUnits, repeat.call) / Math.max(1, intAt(units, answer));
  const { time } = replay.session.profile.steps;
  const took = floatAt(time, repeat.step + 1) - floatAt(time, repeat.step);
  return {
    ...repeat,
    entry,
    reads: effect(calls, repeat.call) === 'reads',
    tokens: Math.round(
      intAt(tokens, entry) / together + intAt(tokens, answer) * Math.min(1, share),
    ),
    ms: took >= 0 ? Math.round(took / together) : null,
  };
}
