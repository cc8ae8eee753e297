/** Least milliseconds of a slice, and most that the browser may be busy before the next one. */
const SLICE_MS = 6;
const WAIT_MS = 50;

/**
 * Runs `work` again and again, in slices while the browser is idle, until it returns true; returns what
 * cancels it. A browser that is never idle still gives it a slice now and then, but none while `rests`.
 */
export function idleSlices(work: () => boolean, rests: () => boolean): () => void {
  let cancel = (): void => undefined;
  const slice = (idle: number): void => {
    if (rests()) return next();
    const end = performance.now() + Math.max(SLICE_MS, idle);
    do {
      if (work()) return;
    } while (performance.now() < end);
    next();
  };
  const next = (): void => {
    if (typeof requestIdleCallback === 'function') {
      const run = (deadline: IdleDeadline): void => slice(deadline.timeRemaining());
      const request = requestIdleCallback(run, { timeout: WAIT_MS });
      cancel = () => cancelIdleCallback(request);
      return;
    }
    const timer = setTimeout(() => slice(0), 1);
    cancel = () => clearTimeout(timer);
  };
  next();
  return () => cancel();
}
