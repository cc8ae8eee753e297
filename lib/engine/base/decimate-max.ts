/** At most `most` values: the largest of each of as many equal buckets. */
export function decimateMax(values: ArrayLike<number>, most: number): readonly number[] {
  const buckets = Math.min(most, values.length);
  return Array.from({ length: buckets }, (_, bucket) => {
    const from = Math.floor((bucket * values.length) / buckets);
    const to = Math.floor(((bucket + 1) * values.length) / buckets);
    let largest = -Infinity;
    for (let i = from; i < to; i++) largest = Math.max(largest, values[i] ?? 0);
    return largest;
  });
}
