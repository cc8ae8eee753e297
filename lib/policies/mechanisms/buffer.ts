/** From this window on, ContextGuard's buffer is fixed. */
export const LARGE_WINDOW = 200_000;
/** The fixed buffer of large windows, in tokens. */
export const LARGE_BUFFER = 20_000;
/** The buffer of smaller windows, as a share of the window. */
export const SMALL_BUFFER_SHARE = 0.2;

/** ContextGuard's reserve: 20,000 from a window of 200,000 on, else 20 % truncated. */
export function contextGuardBuffer(window: number): number {
  return window >= LARGE_WINDOW ? LARGE_BUFFER : Math.trunc(window * SMALL_BUFFER_SHARE);
}

/** window − buffer: the decision value that fires. */
export function contextGuardThreshold(window: number): number {
  return window - contextGuardBuffer(window);
}

/**
 * The window whose threshold is nearest to `threshold`. The rule has no window for thresholds
 * between 160,000 (window 199,999) and 180,000 (window 200,000): those snap to the nearer end.
 */
export function windowForThreshold(threshold: number): number {
  const largest = contextGuardThreshold(LARGE_WINDOW);
  const below = contextGuardThreshold(LARGE_WINDOW - 1);
  if (threshold >= largest) return threshold + LARGE_BUFFER;
  if (threshold > below)
    return threshold - below < largest - threshold ? LARGE_WINDOW - 1 : LARGE_WINDOW;
  // threshold = w − trunc(w/5) = ceil(0.8 w): the smallest window that reaches it.
  const guess = Math.max(0, Math.trunc(threshold / 0.8) - 2);
  let window = guess;
  while (contextGuardThreshold(window) < threshold) window++;
  return Math.min(window, LARGE_WINDOW - 1);
}
