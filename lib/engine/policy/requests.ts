import type { Estimator } from '@/lib/engine/tokens/estimator';
import type { SentEntries } from './loop/sent-entries';

/**
 * Sizes of the requests a policy may send. A request of the whole log has a base size per step;
 * leaving entries out and adding a summary shifts it by an offset that stays the same for a run of
 * steps. So a step costs two additions, whatever the policy did before.
 *
 * There are three sizes of one request: by the policy's own estimator, by the reference's (what a
 * generated session's ratio multiplies), and real.
 */
export interface RequestSizes {
  /** The policy's estimator. */
  readonly estimator: Estimator;
  /** Bytes of the summary's entry besides the summary itself. */
  readonly wrapperBytes: number;
  /** By the policy's estimator: each step's request with the whole log. */
  readonly heuristic: Int32Array;
  /** Tokens by the reference's estimator; the same array if the policy uses it. */
  readonly reference: Int32Array;
  /** Real tokens of the same request, not truncated. */
  readonly real: Float64Array;
  /** Generated sessions: real = trunc(reference × ratio); `real` is then unused. */
  readonly ratio: Float64Array | null;
  /** 1 where the policy receives the provider's count. */
  readonly reported: Uint8Array;
  /** Real tokens per reference token of the session's main model: sizes texts that are added. */
  readonly density: number;
  /** Sets the offsets of the requests from `step` on; they hold before step `until`. */
  look(step: number, view: SummaryView): void;
  readonly heuristicOffset: number;
  readonly referenceOffset: number;
  readonly realOffset: number;
  readonly until: number;
  /**
   * Real tokens of a step's request under the view last looked at, with texts of `added` reference
   * tokens besides; truncated once, never below 0.
   */
  realAt(step: number, added: number): number;
  /** Puts the entries [from, to) back into a view that leaves them out. */
  keep(view: SummaryView, from: number, to: number): void;
  /**
   * Takes `tokens` by the policy's estimator, `reference` by the reference's, out of an entry; its real
   * size shrinks in the proportion of the reference tokens it had.
   */
  elide(view: SummaryView, entry: number, tokens: number, reference: number): void;
  /** The recording's own views, in step order; the first is the whole log from step 0. */
  readonly recorded: readonly RecordedRequestView[];
  /** True if a recorded view, and not its own entries, sizes a view's requests. */
  isRecorded(view: SummaryView): boolean;
  /** Real tokens by which a view's summary is longer than that of the recorded view at `recorded`. */
  summaryDifference(view: SummaryView, recorded: number): number;
  /** Real tokens of a request that holds the summary and added text in place of every entry. */
  replaced(step: number, view: SummaryView, addedTokens: number): number;
}

/** State of the log after a compaction; a policy updates it in place. */
export interface SummaryView {
  /** The request holds a summary of `summaryBytes`. */
  injected: boolean;
  /** Entries before this one are left out. */
  covered: number;
  /** Step that compacted: hidden growth up to it is left out too; −1 for none. */
  since: number;
  summaryBytes: number;
  /** Real tokens of the summary where its model states tokens, else −1. */
  summaryTokens: number;
  /**
   * Size of the request outside the summary and the entries from `covered` on, less elisions: entries
   * put back, texts that stay. By the policy's estimator, the reference's, and real.
   */
  keptHeuristic: number;
  keptReference: number;
  keptReal: number;
  /** Index of the recorded view that sizes these requests; −1: they hold other entries than all. */
  recorded: number;
  /** Real tokens more than that view's requests hold: another summary; 0 for the recorded one. */
  difference: number;
}

/** The whole log, no summary. */
export const wholeLog = (): SummaryView => ({
  injected: false,
  covered: 0,
  since: -1,
  summaryBytes: 0,
  summaryTokens: -1,
  keptHeuristic: 0,
  keptReference: 0,
  keptReal: 0,
  recorded: 0,
  difference: 0,
});

/** A compaction's replacement of the entries before `covered`. */
export interface Replacement {
  readonly covered: number;
  /** False: they are lost, without a summary. */
  readonly injected: boolean;
  readonly summaryBytes: number;
  /** Real tokens where the summary's model states them, else −1. */
  readonly summaryTokens: number;
}

/** Makes a view that of a log in which a compaction replaced the entries before `covered`; `since`: as in a view. */
export function replaceLog(
  view: SummaryView,
  // In place: at each step a new object would cost more than all else that a step does.
  { injected, covered, summaryBytes, summaryTokens }: Replacement,
  since: number,
): void {
  view.injected = injected;
  view.covered = covered;
  view.since = since;
  view.summaryBytes = summaryBytes;
  view.summaryTokens = summaryTokens;
  view.keptHeuristic = 0;
  view.keptReference = 0;
  view.keptReal = 0;
  view.recorded = -1;
  view.difference = 0;
}

/** View left by the recording's compactions, from `step` on. */
export interface RecordedRequestView extends Readonly<Omit<SummaryView, 'recorded'>> {
  readonly step: number;
  /** Contents that replace the entries before `covered`. */
  readonly contents: number;
  /** It begins with a summary (false: an elision only). */
  readonly summarised: boolean;
  /** False for the whole log at the beginning, which no compaction made. */
  readonly boundary: boolean;
  readonly sent: SentEntries;
}
