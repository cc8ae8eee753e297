/**
 * Shares a whole number by weights into whole numbers, largest remainders first, the earlier one
 * among equals; equally when every weight is 0.
 */
export function shareOut(total: number, weights: ArrayLike<number>): Float64Array {
  const count = weights.length;
  const shares = new Float64Array(count);
  if (count === 0) return shares;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += weights[i] ?? 0;
  const remainders: { readonly index: number; readonly rest: number }[] = [];
  let given = 0;
  for (let i = 0; i < count; i++) {
    const weight = sum > 0 ? (weights[i] ?? 0) : 1;
    const exact = (total * weight) / (sum > 0 ? sum : count);
    const whole = Math.floor(exact);
    shares[i] = whole;
    given += whole;
    remainders.push({ index: i, rest: exact - whole });
  }
  remainders.sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of remainders) {
    if (given >= total) break;
    shares[index] = (shares[index] ?? 0) + 1;
    given++;
  }
  return shares;
}
