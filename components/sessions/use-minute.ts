'use client';

import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
}

const minute = (): number => Math.ceil(Date.now() / MINUTE) * MINUTE;

/** The present minute, rounded up, in milliseconds since 1970; renders anew when it ends. */
export const useMinute = (): number => useSyncExternalStore(subscribe, minute, minute);
