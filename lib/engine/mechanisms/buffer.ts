/** From this window on, ContextGuard's buffer is fixed. */
export const LARGE_WINDOW = 200_000;
/** The fixed buffer of large windows, in tokens. */
const LARGE_BUFFER = 20_000;
/** The buffer of smaller windows, as a share of the window. */
const SMALL_BUFFER_SHARE = 0.2;

/** Large windows: from 200,000 on, or only above it (until v0.9.0). */
export const bufferBoundaries = ['>=', '>'] as const;
export type BufferBoundary = (typeof bufferBoundaries)[number];

/** The buffer of a window is fixed. */
export const isLargeWindow = (window: number, boundary: BufferBoundary): boolean =>
  boundary === '>=' ? window >= LARGE_WINDOW : window > LARGE_WINDOW;

/** ContextGuard's reserve: 20,000 from a window of 200,000 on, else 20 % truncated. */
export function contextGuardBuffer(window: number, boundary: BufferBoundary = '>='): number {
  return isLargeWindow(window, boundary) ? LARGE_BUFFER : Math.trunc(window * SMALL_BUFFER_SHARE);
}

/** window − buffer: the decision value that fires. */
export function windowThreshold(window: number, boundary: BufferBoundary = '>='): number {
  return window - contextGuardBuffer(window, boundary);
}

/** The largest threshold of a window that is not large. */
export const smallThreshold = (boundary: BufferBoundary): number =>
  windowThreshold(boundary === '>=' ? LARGE_WINDOW - 1 : LARGE_WINDOW, boundary);

/**
 * The window whose threshold is nearest to `threshold`. The rule has no window for thresholds
 * between 160,000 (window 199,999) and 180,000 (window 200,000): those snap to the nearer end.
 */
export function windowForThreshold(threshold: number, boundary: BufferBoundary = '>='): number {
  const large = boundary === '>=' ? LARGE_WINDOW : LARGE_WINDOW + 1;
  const small = large - 1;
  const largest = windowThreshold(large, boundary);
  const below = windowThreshold(small, boundary);
  if (threshold >= largest) return threshold + LARGE_BUFFER;
  if (threshold > below) return threshold - below < largest - threshold ? small : large;
  // threshold = w − trunc(w/5) = ceil(0.8 w): the smallest window that reaches it.
  let window = Math.max(0, Math.trunc(threshold / 0.8) - 2);
  while (windowThreshold(window, boundary) < threshold) window++;
  return Math.min(window, small);
}
