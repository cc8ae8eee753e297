import { intAt, sumBetween } from '@/lib/engine/base/read';
import { counted } from '@/lib/engine/base/format';
import { responseOf } from '@/lib/engine/mechanisms/ceiled-estimator';
import type { Profile } from '@/lib/engine/tokens/profile';

/** Tokens per bytes ÷ 4 above which a response must hold something that its entries do not show. */
const MOST_PER_QUARTER = 2;

/** What a file can lack of an agent's count: no other gap explains a miss. */
export type GapKind = 'results' | 'reasoning' | 'count';

/** A gap of a file. */
export interface MissingInput {
  readonly kind: GapKind;
  readonly words: string;
}

/** A step, the step of the compaction before it, and the entries of the log when the program checked. */
interface CheckedRun {
  readonly from: number;
  readonly step: number;
  readonly end: number;
}

/**
 * What the file visibly lacks of the agent's count at a step, where it can weigh `weight` tokens; null
 * where the file shows no such gap. Two gaps can be seen: calls of the last response without their
 * results, and tokens of responses that no entry holds, in a file whose policy `lacks` their reasoning.
 */
export function missingInput(
  profile: Profile,
  checked: CheckedRun,
  weight: number,
  lacks: string | null,
): MissingInput | null {
  const doubted = doubtfulBefore(profile, checked);
  if (doubted) return { kind: 'count', words: 'a count of its last request that can be believed' };
  const calls = unansweredCalls(profile, checked);
  if (calls === 1) return { kind: 'results', words: 'the result of the last call' };
  if (calls > 1) return { kind: 'results', words: `the results of ${counted(calls, 'call')}` };
  const isHidden = lacks !== null && hiddenTokens(profile, checked) >= weight;
  return isHidden ? { kind: 'reasoning', words: lacks } : null;
}

/** The newest count before the check is doubtful: nobody knows what the agent compared. */
const doubtfulBefore = ({ head, steps }: Profile, { step }: CheckedRun): boolean =>
  head.counted.some((one) => {
    if (one.kind !== 'doubtful' || one.step >= step) return false;
    for (let i = one.step + 1; i < step; i++) if (intAt(steps.real, i) >= 0) return false;
    return true;
  });

/** Calls of the response before a step whose results the file does not hold. */
function unansweredCalls({ entries, steps }: Profile, { step, end }: CheckedRun): number {
  if (step === 0) return 0;
  let open = 0;
  for (let entry = intAt(steps.entries, step - 1); entry < end; entry++) {
    open += intAt(entries.calls, entry) - intAt(entries.responses, entry);
  }
  return Math.max(0, open);
}

/** Tokens of the responses since the compaction before a step beyond what their entries can hold. */
function hiddenTokens(profile: Profile, { from, step }: CheckedRun): number {
  const { steps, sum, thoughtSum } = profile;
  let hidden = 0;
  for (let i = from; i < step; i++) {
    const [first, end] = responseOf(profile, i);
    const shown = sumBetween(sum, first, end) + sumBetween(thoughtSum, first, end);
    hidden += Math.max(0, intAt(steps.output, i) - MOST_PER_QUARTER * shown);
  }
  return hidden;
}
