/**
 * Cut of the reference's tail strategies: its first threshold design and the sliding window.
 * achetronic/adk-utils-go, plugin/contextguard/compaction_utils.go (findSplitIndex, safeSplitIndex).
 */
import { firstWhere } from '@/lib/engine/base/search';
import { intAt, numberAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';

/**
 * The contents of a request that a tail strategy cuts: texts the policy wrote, the entries
 * [from, to) of the log, texts again. A split counts contents from the request's first.
 */
export interface RequestShape {
  /** Summaries in front. */
  readonly lead: number;
  readonly from: number;
  readonly to: number;
  /** Continuations behind. */
  readonly trail: number;
}

/** Contents of a request. */
const contentsOf = ({ lead, from, to, trail }: RequestShape): number => lead + to - from + trail;

/** A model's call or a user's response; other roles do not count as tool contents. */
function isTool(flags: number): boolean {
  const user = (flags & entryFlag.user) !== 0;
  return (flags & (user ? entryFlag.response : entryFlag.call)) !== 0;
}

const isResponse = (flags: number): boolean =>
  (flags & entryFlag.user) !== 0 && (flags & entryFlag.response) !== 0;

/** Splits that keep calls and responses together, over the entries of one log. */
export class PairCuts {
  readonly #flags: ArrayLike<number>;
  /** Per entry, the newest one up to it that is no tool content; −1 for none. */
  readonly #plain: Int32Array;

  /** `flags` are entry flags, in log order. */
  constructor(flags: ArrayLike<number>) {
    this.#flags = flags;
    this.#plain = new Int32Array(flags.length);
    let plain = -1;
    for (let entry = 0; entry < flags.length; entry++) {
      if (!isTool(numberAt(flags, entry))) plain = entry;
      this.#plain[entry] = plain;
    }
  }

  /** Back to a content that is no tool content; 0 for none. v0.7.0's rule. */
  back({ lead, from, to }: RequestShape, split: number): number {
    const entry = from + split - lead;
    if (split <= 0 || entry < from || entry >= to) return split;
    const plain = intAt(this.#plain, entry);
    return plain >= from ? lead + plain - from : Math.max(0, lead - 1);
  }

  /**
   * Back to a content that is no tool content, else (only tool contents before it) forward to the
   * seam after a response; at least 1, at most the last content. A split outside the contents is
   * given back. The rule since v0.8.0.
   */
  safe(shape: RequestShape, split: number): number {
    const count = contentsOf(shape);
    if (split <= 0 || split >= count) return split;
    const back = this.back(shape, split);
    if (back > 0) return back;
    const { lead, from, to } = shape;
    let entry = from + split - lead;
    while (entry < to && this.#isCall(entry)) entry++;
    if (entry < to && isResponse(numberAt(this.#flags, entry))) entry++;
    return Math.min(Math.max(1, lead + entry - from), count - 1);
  }

  #isCall(entry: number): boolean {
    const flags = numberAt(this.#flags, entry);
    return isTool(flags) && !isResponse(flags);
  }
}

/**
 * Beginning of a tail of `budget` heuristic tokens, before pairs are kept together: contents from the
 * end until the budget is reached, but two at least; the newer half if all of them fit.
 * `from(content)` is what the contents from that one on take; it falls from content to content.
 */
export function budgetSplit(
  count: number,
  budget: number,
  from: (content: number) => number,
): number {
  if (from(0) < budget) return Math.max(1, count >> 1);
  // The last content whose tail reaches the budget: most tails are short, so look from the end.
  let high = count - 1;
  let reach = 1;
  while (high > 0 && from(high) < budget) {
    high = Math.max(0, high - reach);
    reach *= 2;
  }
  const end = Math.min(count - 1, high + reach);
  return Math.min(
    firstWhere(high + 1, end + 1, (content) => from(content) < budget),
    count - 2,
  );
}
