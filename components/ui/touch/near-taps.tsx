'use client';

import { useEffect } from 'react';

/** Makes small controls as large as a finger needs, on screens that are touched. */
export function NearTaps() {
  useEffect(() => {
    if (!window.matchMedia('(pointer: coarse)').matches) return;
    // Without it taps are as exact as a mouse: nothing to say if it cannot be fetched.
    import('./near-tap').then(
      ({ watchTaps }) => watchTaps(),
      () => undefined,
    );
  }, []);
  return null;
}
