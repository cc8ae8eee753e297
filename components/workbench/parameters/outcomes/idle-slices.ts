/** Most milliseconds of a slice where the browser does not say how long it is idle. */
const SLICE_MS = 5;

/**
 * Runs `work` again and again while the browser has nothing else to do, until it returns true; returns
 * what cancels it.
 */
export function idleSlices(work: () => boolean): () => void {
  let cancelled = false;
  let cancel = (): void => undefined;
  const slice = (left: () => number): void => {
    if (cancelled) return;
    do {
      if (work()) return;
    } while (left() > 1);
    next();
  };
  const next = (): void => {
    if (typeof requestIdleCallback === 'function') {
      const request = requestIdleCallback((deadline) => slice(() => deadline.timeRemaining()));
      cancel = () => cancelIdleCallback(request);
      return;
    }
    const timer = setTimeout(() => {
      const end = performance.now() + SLICE_MS;
      slice(() => end - performance.now());
    });
    cancel = () => clearTimeout(timer);
  };
  next();
  return () => {
    cancelled = true;
    cancel();
  };
}
