/**
 * Sizes of the requests a policy may send. A request of the whole log has a base size per step;
 * replacing the entries before `covered` by a summary shifts it by an offset that stays the same
 * for a run of steps. So a step costs two additions, whatever the policy did before.
 */
export interface RequestSizes {
  /** Heuristic of each step's request with the whole log. */
  readonly heuristic: Int32Array;
  /** Real tokens of the same request, not truncated. */
  readonly real: Float64Array;
  /** Generated sessions: real = trunc(heuristic × ratio); `real` is then unused. */
  readonly ratio: Float64Array | null;
  /** 1 where the recording has usage that a policy would have received. */
  readonly reported: Uint8Array;
  /** Sets the offsets of the requests from `step` on; they hold before step `until`. */
  look(step: number, view: SummaryView): void;
  readonly heuristicOffset: number;
  readonly realOffset: number;
  readonly until: number;
  /** The recording's own views, in step order; the first is the whole log from step 0. */
  readonly recorded: readonly RecordedRequestView[];
  /**
   * After a compaction at `step`: sets `view.recorded` to the recorded view whose requests these now
   * are, the recording having done the same at the same step, or to −1.
   */
  follow(step: number, view: SummaryView): void;
  /** Real tokens of a request that holds the summary and added text in place of every entry. */
  replaced(step: number, view: SummaryView, addedTokens: number): number;
}

/** What a compaction left of the log; an object a policy updates in place. */
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
  /** Heuristic and real tokens of entries before `covered` that stayed, and of their like. */
  keptHeuristic: number;
  keptReal: number;
  /** Index of the recorded view whose requests these are; −1 once they differ from all. */
  recorded: number;
}

/** The whole log, no summary. */
export const wholeLog = (): SummaryView => ({
  injected: false,
  covered: 0,
  since: -1,
  summaryBytes: 0,
  summaryTokens: -1,
  keptHeuristic: 0,
  keptReal: 0,
  recorded: 0,
});

/** What the recording's own compactions left, from `step` on. */
export interface RecordedRequestView extends Readonly<Omit<SummaryView, 'recorded'>> {
  readonly step: number;
  /** Contents that stand for the entries before `covered`. */
  readonly contents: number;
  /** It begins with a summary (false: an elision only). */
  readonly summarised: boolean;
  /** False for the whole log at the beginning, which no compaction made. */
  readonly boundary: boolean;
}
