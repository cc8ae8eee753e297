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
  /** What is compared with the threshold. */
  decision: NaN,
  /** Real tokens of the request as sent, truncated once. */
  real: 0,
  /** Where the step compacted: real tokens of the request had it not; else 0. */
  realBefore: 0,
} as const;

const bits = {
  compacted: 0,
  /** The step compacted just as the recording did: the request is the recorded one. */
  reproduced: 0,
  /** The request as sent holds a summary in place of covered entries. */
  injected: 0,
} as const;

/** What a replay writes, one value per step; NaN or −1 where a policy has no such operand. */
export type Columns = Readonly<
  Record<keyof typeof ints, Int32Array> &
    Record<keyof typeof floats, Float64Array> &
    Record<keyof typeof bits, Uint8Array>
>;

/** Cleared columns for `steps` steps. */
export function createColumns(steps: number): Columns {
  const columns: Record<string, Int32Array | Float64Array | Uint8Array> = {};
  for (const name of Object.keys(ints)) columns[name] = new Int32Array(steps);
  for (const name of Object.keys(floats)) columns[name] = new Float64Array(steps);
  for (const name of Object.keys(bits)) columns[name] = new Uint8Array(steps);
  clearColumns(columns as Columns);
  return columns as Columns;
}

const cleared = Object.entries({ ...ints, ...floats, ...bits }) as readonly (readonly [
  keyof Columns,
  number,
])[];

/** Clears columns so that the next replay of a session of the same length can write them. */
export function clearColumns(columns: Columns): void {
  for (const [name, value] of cleared) columns[name].fill(value);
}
