import { holds, sentRanges, type SentEntries } from '@/lib/engine/policy/loop/sent-entries';
import type { Profile } from '@/lib/engine/tokens/profile';

/**
 * The log after the recording's own compactions, from a step on: entries from `from`, the kept
 * ranges before it, without the elided ones, after a summary.
 */
export interface RecordedView {
  /** First step whose request is built from this view. */
  readonly step: number;
  /** Last step before the summary: hidden growth up to it is gone; −1 without one. */
  readonly since: number;
  /** First entry after the summary; it and all later ones are in the request. */
  readonly from: number;
  /** Half-open ranges before `from` that stayed, ascending. */
  readonly kept: readonly (readonly [number, number])[];
  /** Entries blanked but still listed, ascending, distinct. */
  readonly elided: readonly number[];
  readonly summaryTokens: number;
  readonly summaryBytes: number;
  /** True if the view begins with a summary compaction, false for an elision only. */
  readonly summarised: boolean;
  /** False for the whole log at the beginning, which no compaction made. */
  readonly boundary: boolean;
}

const whole: RecordedView = {
  step: 0,
  since: -1,
  from: 0,
  kept: [],
  elided: [],
  summaryTokens: 0,
  summaryBytes: 0,
  summarised: false,
  boundary: false,
};

/** The views of a recording in step order; the first is the whole log from step 0. */
export function recordedViews(profile: Profile): readonly RecordedView[] {
  const views: RecordedView[] = [whole];
  for (const compaction of profile.head.compactions) {
    if (compaction.step >= profile.stepCount) continue;
    const before = views[views.length - 1] ?? whole;
    const next: RecordedView =
      compaction.kind === 'elision'
        ? {
            ...before,
            step: compaction.step,
            elided: merge(before.elided, compaction.elided),
            boundary: true,
          }
        : {
            step: compaction.step,
            since: compaction.step - 1,
            from: compaction.entry,
            kept: compaction.kept,
            elided: before.elided.filter((entry) => inRanges(entry, compaction.kept)),
            summaryTokens: compaction.summaryTokens,
            summaryBytes: compaction.summaryBytes,
            summarised: true,
            boundary: true,
          };
    if (before.step === next.step) views.pop();
    views.push(next);
  }
  return views;
}

/** Sums `column` (prefix sums over entries) over the entries before `view.from` that it holds. */
export function keptSum(view: RecordedView, column: ArrayLike<number>): number {
  let total = 0;
  for (const [from, to] of view.kept) total += (column[to] ?? 0) - (column[from] ?? 0);
  for (const entry of view.elided) total -= (column[entry + 1] ?? 0) - (column[entry] ?? 0);
  return total;
}

/** The entries that a view's requests hold. */
export function sentEntries({ from, kept, elided }: RecordedView): SentEntries {
  const ranges = sentRanges(from, kept);
  return { ...ranges, elided: new Set(elided.filter((entry) => holds(ranges, entry))) };
}

/** Entries before `view.from` that the request holds. */
export function keptEntries(view: RecordedView): number {
  return view.kept.reduce((count, [from, to]) => count + to - from, 0);
}

function merge(a: readonly number[], b: readonly number[]): readonly number[] {
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}

function inRanges(entry: number, ranges: readonly (readonly [number, number])[]): boolean {
  return ranges.some(([from, to]) => entry >= from && entry < to);
}
