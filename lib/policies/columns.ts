/** What a replay writes, one value per step; NaN or −1 where a policy has no such operand. */
export interface Columns {
  /** Heuristic of the request rebuilt from all entries. */
  readonly heuristicRaw: Int32Array;
  /** After the stored summary replaced what it covers: what the policy decides on. */
  readonly heuristic: Int32Array;
  /** Policy state read: newest reported real and the heuristic stored with it; 0 for none. */
  readonly lastReal: Int32Array;
  readonly lastHeuristic: Int32Array;
  readonly correction: Float64Array;
  readonly calibrated: Float64Array;
  /** What is compared with the threshold. */
  readonly decision: Float64Array;
  readonly window: Int32Array;
  readonly buffer: Int32Array;
  readonly threshold: Int32Array;
  readonly compacted: Uint8Array;
  readonly attempts: Int32Array;
  /** Entries the summariser was given in its first pass. */
  readonly summarizerContents: Int32Array;
  /** Heuristic of the request as sent. */
  readonly heuristicSent: Int32Array;
  /** Entries of the request as sent. */
  readonly contentsSent: Int32Array;
  readonly watermarkBefore: Int32Array;
  readonly watermarkAfter: Int32Array;
  /** Bytes of the summary stored after the step; 0 for none. */
  readonly summaryBytes: Int32Array;
  /** Real tokens of that summary where its model states tokens, else −1. */
  readonly summaryTokens: Float64Array;
  /** 1 where the request as sent holds a summary in place of covered entries. */
  readonly injected: Uint8Array;
  /** Entries before this one are covered by the summary in the request as sent. */
  readonly covered: Int32Array;
  /** Heuristic of texts the policy added besides the summary (the continuation). */
  readonly addedTokens: Int32Array;
  /** Policy state after the response. */
  readonly realAfter: Int32Array;
  readonly lastHeuristicAfter: Int32Array;
}

/** Columns for `steps` steps, all zero. */
export function createColumns(steps: number): Columns {
  const ints = (): Int32Array => new Int32Array(steps);
  const floats = (): Float64Array => new Float64Array(steps);
  const bits = (): Uint8Array => new Uint8Array(steps);
  return {
    heuristicRaw: ints(),
    heuristic: ints(),
    lastReal: ints(),
    lastHeuristic: ints(),
    correction: floats(),
    calibrated: floats(),
    decision: floats(),
    window: ints(),
    buffer: ints(),
    threshold: ints(),
    compacted: bits(),
    attempts: ints(),
    summarizerContents: ints(),
    heuristicSent: ints(),
    contentsSent: ints(),
    watermarkBefore: ints(),
    watermarkAfter: ints(),
    summaryBytes: ints(),
    summaryTokens: floats(),
    injected: bits(),
    covered: ints(),
    addedTokens: ints(),
    realAfter: ints(),
    lastHeuristicAfter: ints(),
  };
}
