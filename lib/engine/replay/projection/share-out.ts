/**
 * Shares a whole number by weights into whole numbers, largest remainders first, the earlier one
 * among equals; equally if every weight is 0.
 */
export function shareOut(total: number, weights: readonly number[]): readonly number[] {
  const count = weights.length;
  if (count === 0) return [];
  if (count === 1) return [total];
  // Plain arrays: a session has one group per step, and typed arrays of two cost far more than they hold.
  const shares: number[] = [];
  let sum = 0;
  for (let i = 0; i < count; i++) sum += weights[i] ?? 0;
  const rests: number[] = [];
  let left = total;
  for (let i = 0; i < count; i++) {
    const weight = sum > 0 ? (weights[i] ?? 0) : 1;
    const exact = (total * weight) / (sum > 0 ? sum : count);
    const whole = Math.floor(exact);
    shares.push(whole);
    rests.push(exact - whole);
    left -= whole;
  }
  if (left <= 0) return shares;
  const order = Array.from(rests.keys());
  order.sort((a, b) => (rests[b] ?? 0) - (rests[a] ?? 0) || a - b);
  for (let k = 0; k < left; k++) {
    const index = order[k] ?? 0;
    shares[index] = (shares[index] ?? 0) + 1;
  }
  return shares;
}
