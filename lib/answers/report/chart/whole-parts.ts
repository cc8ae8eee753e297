/**
 * Rounds sizes to whole numbers that add up to `total`, which is their sum but for rounding: largest
 * remainders first, the earlier one among equals.
 */
export function wholeParts(sizes: readonly number[], total: number): readonly number[] {
  const whole = sizes.map((size) => Math.floor(size));
  let left = total - whole.reduce((sum, value) => sum + value, 0);
  const order = sizes
    .map((size, i) => ({ i, rest: size - Math.floor(size) }))
    .filter(({ rest }) => rest > 0)
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of order) {
    if (left <= 0) break;
    whole[i] = (whole[i] ?? 0) + 1;
    left--;
  }
  // Whole sizes whose total was truncated, or nothing to round up: the largest takes the difference.
  if (left !== 0) {
    const most = sizes.indexOf(Math.max(...sizes));
    whole[most] = (whole[most] ?? 0) + left;
  }
  return whole;
}
