/**
 * ContextGuard's correction: real / last heuristic, clamped to [floor, cap]; the default factor
 * where either is missing. Flat numbers, so that the replay's inner loop can inline it.
 */
export function correctionOf(
  real: number,
  lastHeuristic: number,
  factor: number,
  floor: number,
  cap: number,
): number {
  if (real <= 0 || lastHeuristic <= 0) return factor;
  const ratio = real / lastHeuristic;
  // The floor first, then the cap, as the reference does: a cap below the floor wins.
  const raised = ratio < floor ? floor : ratio;
  return raised > cap ? cap : raised;
}

/** The decision value: max(real, heuristic × correction truncated). */
export function decisionOf(heuristic: number, real: number, correction: number): number {
  const calibrated = Math.trunc(heuristic * correction);
  return real > calibrated ? real : calibrated;
}
