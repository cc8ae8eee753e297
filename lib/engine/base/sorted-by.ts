/** Items in the order of a value, texts by code units; equal ones stay in the order they had. */
export function sortedBy<T>(
  items: readonly T[],
  /** undefined and null come last in both directions. */
  value: (item: T) => string | number | null | undefined,
  { descending }: { readonly descending: boolean },
): readonly T[] {
  const keyed = items.map((item) => ({ item, key: value(item) ?? null }));
  const sign = descending ? -1 : 1;
  keyed.sort(({ key: a }, { key: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a < b ? -sign : a > b ? sign : 0;
  });
  return keyed.map(({ item }) => item);
}
