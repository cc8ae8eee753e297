const ints = {
  /** Heuristic of the request rebuilt from all entries. */
  heuristicRaw: 0,
  /** After the stored summary replaced what it covers: what the policy decides on. */
  heuristic: 0,
  /** Policy state read: newest reported real and the heuristic stored with it; 0 for none. */
  lastReal: 0,
  lastHeuristic: 0,
  /** −1 where the policy has none. */
  window: -1,
  buffer: -1,
  threshold: -1,
  attempts: 0,
  /** Entries the summariser was given in its first pass. */
  summarizerContents: 0,
  /** Heuristic and entries of the request as sent. */
  heuristicSent: 0,
  contentsSent: 0,
  watermarkBefore: 0,
  watermarkAfter: 0,
  /** Bytes of the summary stored after the step; 0 for none. */
  summaryBytes: 0,
  /** Real tokens of that summary where its model states tokens, else −1. */
  summaryTokens: -1,
  /** Entries before this one are left out of the request as sent, kept ranges aside. */
  covered: 0,
  /** Entries before this one are in the summary that the request as sent holds. */
  summarised: 0,
  /** Heuristic of texts the policy added besides the summary (the continuation). */
  addedTokens: 0,
  /** Policy state after the response. */
  realAfter: 0,
  lastHeuristicAfter: 0,
} as const;

const floats = {
  correction: NaN,
  calibrated: NaN,
  /** Value compared with the threshold. */
  decision: NaN,
  /** Real tokens of the request as sent, truncated once. */
  real: 0,
  /** Real tokens of the request without this step's compaction; 0 if it did not compact. */
  realBefore: 0,
} as const;

const bits = {
  compacted: 0,
  /** The step compacted just as the recording did: the request is the recorded one. */
  reproduced: 0,
  /** The request as sent holds a summary in place of covered entries. */
  injected: 0,
} as const;

/**
 * Operands of an estimate that is a line: trunc(base + density × (heuristic − baseHeuristic)).
 * Written by `Estimate` only, so cleared only after it.
 */
const estimateInts = {
  /** Heuristic of the request whose real is the base; 0 for a prefix. */
  baseHeuristic: 0,
  /** Step whose reported real the base comes from; −1: a prior. */
  baseStep: -1,
  /** Groups of this session the density was learnt from; 0: shipped or given. */
  densityGroups: 0,
} as const;

const estimateFloats = {
  /** Real tokens per heuristic token. */
  density: NaN,
  /** Real tokens besides: the anchor's real, the fitted prefix, or the prior. */
  base: NaN,
} as const;

/** A replay's numbers, one per step; NaN or −1 if a policy has no such operand. */
export type Columns = Readonly<
  Record<keyof typeof ints | keyof typeof estimateInts, Int32Array> &
    Record<keyof typeof floats | keyof typeof estimateFloats, Float64Array> &
    Record<keyof typeof bits, Uint8Array>
>;

/**
 * Cleared columns for `steps` steps. Spelled out: an object filled name by name is a hash table to
 * the engine, and a policy that writes thirty columns a step would pay for thirty look-ups.
 */
export function createColumns(steps: number): Columns {
  const int = (): Int32Array => new Int32Array(steps);
  const float = (): Float64Array => new Float64Array(steps);
  const bit = (): Uint8Array => new Uint8Array(steps);
  const columns: Columns = {
    heuristicRaw: int(),
    heuristic: int(),
    lastReal: int(),
    lastHeuristic: int(),
    window: int(),
    buffer: int(),
    threshold: int(),
    attempts: int(),
    summarizerContents: int(),
    heuristicSent: int(),
    contentsSent: int(),
    watermarkBefore: int(),
    watermarkAfter: int(),
    summaryBytes: int(),
    summaryTokens: int(),
    covered: int(),
    summarised: int(),
    addedTokens: int(),
    realAfter: int(),
    lastHeuristicAfter: int(),
    correction: float(),
    calibrated: float(),
    decision: float(),
    real: float(),
    realBefore: float(),
    compacted: bit(),
    reproduced: bit(),
    injected: bit(),
    baseHeuristic: int(),
    baseStep: int(),
    densityGroups: int(),
    density: float(),
    base: float(),
  };
  writesEstimates(columns);
  clearColumns(columns);
  return columns;
}

type Cleared = readonly (readonly [keyof Columns, number])[];
const cleared = Object.entries({ ...ints, ...floats, ...bits }) as unknown as Cleared;
const estimateCleared = Object.entries({
  ...estimateInts,
  ...estimateFloats,
}) as unknown as Cleared;

/** Columns whose operands of an estimate may hold something. */
const estimated = new WeakSet<Columns>();

/** Says that operands of an estimate will be written; the next `clearColumns` clears them too. */
export function writesEstimates(columns: Columns): void {
  estimated.add(columns);
}

/** Clears columns so that the next replay of a session of the same length can write them. */
export function clearColumns(columns: Columns): void {
  for (const [name, value] of cleared) columns[name].fill(value);
  // Most policies never write them: clearing five more columns would cost every replay 5 %.
  if (!estimated.delete(columns)) return;
  for (const [name, value] of estimateCleared) columns[name].fill(value);
}
