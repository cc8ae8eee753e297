/** The count that a compactor compares: the least threshold that it does not exceed; −1 where it looks at none. */
export function comparedBy(compactor, exceeds) {
  const { tokenThreshold } = compactor;
  const above = (threshold) => {
    compactor.tokenThreshold = threshold;
    return exceeds();
  };
  let low = -1;
  let high = 10_000_000;
  if (above(-1)) {
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (above(middle)) low = middle;
      else high = middle;
    }
  } else high = -1;
  compactor.tokenThreshold = tokenThreshold;
  return high;
}
