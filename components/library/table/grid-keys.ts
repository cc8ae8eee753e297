/** New active row after a key in a list of `count` rows, `page` of which are visible. */
export function nextActive(
  key: string,
  active: number,
  count: number,
  page: number,
): number | null {
  const last = count - 1;
  if (last < 0) return null;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: active < 0 ? 0 : active + 1,
    ArrowUp: active - 1,
    PageDown: Math.max(0, active) + page,
    PageUp: active - page,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? null : Math.max(0, Math.min(last, target));
}
