/** What scales a heuristic into real tokens; ContextGuard's `tokenCount`. */
export interface Calibration {
  readonly floor: number;
  readonly cap: number;
  readonly defaultFactor: number;
}

/** clamp(last real / last heuristic, floor, cap); the default factor where either is missing. */
export function correctionOf(real: number, lastHeuristic: number, to: Calibration): number {
  if (real <= 0 || lastHeuristic <= 0) return to.defaultFactor;
  const ratio = real / lastHeuristic;
  return ratio < to.floor ? to.floor : ratio > to.cap ? to.cap : ratio;
}
