/**
 * Where the reference's tail strategies cut: its first threshold design and the sliding window.
 * achetronic/adk-utils-go, plugin/contextguard/compaction_utils.go (findSplitIndex, safeSplitIndex).
 */
import { entryFlag } from '@/lib/tokens/entry-table';

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
export const contentsOf = ({ lead, from, to, trail }: RequestShape): number =>
  lead + to - from + trail;

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
      if (!isTool(flags[entry] as number)) plain = entry;
      this.#plain[entry] = plain;
    }
  }

  /** Back to a content that is no tool content; 0 where there is none. v0.7.0's rule. */
  back({ lead, from, to }: RequestShape, split: number): number {
    const entry = from + split - lead;
    if (split <= 0 || entry < from || entry >= to) return split;
    const plain = this.#plain[entry] as number;
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
    if (entry < to && isResponse(this.#flags[entry] as number)) entry++;
    return Math.min(Math.max(1, lead + entry - from), count - 1);
  }

  #isCall(entry: number): boolean {
    const flags = this.#flags[entry] as number;
    return isTool(flags) && !isResponse(flags);
  }
}

/**
 * Where a tail of `budget` heuristic tokens begins, before pairs are looked at: contents are taken
 * from the end until the budget is reached, but two at least; the newer half when all of them fit.
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
  let low = high;
  high = Math.min(count - 1, high + reach);
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (from(middle) >= budget) low = middle;
    else high = middle - 1;
  }
  return Math.min(low + 1, count - 2);
}
