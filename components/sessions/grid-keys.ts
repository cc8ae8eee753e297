/** What a key does to the active row of a list of `count` rows, `page` of which are visible. */
export function nextActive(
  key: string,
  active: number,
  count: number,
  page: number,
): number | null {
  const last = count - 1;
  if (last < 0) return null;
  const clamp = (index: number): number => Math.max(0, Math.min(last, index));
  switch (key) {
    case 'ArrowDown':
      return active < 0 ? 0 : clamp(active + 1);
    case 'ArrowUp':
      return active < 0 ? 0 : clamp(active - 1);
    case 'PageDown':
      return clamp(Math.max(0, active) + page);
    case 'PageUp':
      return clamp(active - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
