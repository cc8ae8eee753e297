/** real ≈ slope × heuristic + intercept, by least squares. */
export interface FittedLine {
  readonly n: number;
  /** Real tokens per heuristic token, and what a request of none has. */
  readonly slope: number;
  readonly intercept: number;
  /** Share of the variance that the line explains; 1 where nothing varies. */
  readonly r2: number;
}

/** Fits a line; null for fewer than two points, or when all have the same heuristic. */
export function fitLine(
  heuristics: readonly number[],
  reals: readonly number[],
): FittedLine | null {
  const n = reals.length;
  if (n < 2) return null;
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / n;
  const x = mean(heuristics);
  const y = mean(reals);
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let i = 0; i < n; i++) {
    const dx = (heuristics[i] ?? 0) - x;
    const dy = (reals[i] ?? 0) - y;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  if (xx === 0) return null;
  const slope = xy / xx;
  return { n, slope, intercept: y - slope * x, r2: yy === 0 ? 1 : (xy * xy) / (xx * yy) };
}
