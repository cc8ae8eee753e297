'use client';

import { useLiveState } from './live-updates';

const words = {
  live: 'Live: changes appear by themselves',
  connecting: 'Not live: the server does not answer yet',
  off: 'Not live',
} as const;

/** Shows a live page by a filled dot, another by a hollow one. */
export function LiveMark() {
  const state = useLiveState();
  return (
    <span
      data-live={state}
      title={words[state]}
      className="inline-flex items-center gap-1.5 whitespace-nowrap text-ink2"
    >
      <span
        aria-hidden
        className={
          state === 'live'
            ? 'size-1.5 rounded-full bg-compaction'
            : 'size-1.5 rounded-full border border-ink2'
        }
      />
      <span className="sr-only">{words[state]}</span>
      <span aria-hidden>{state === 'live' ? 'live' : 'not live'}</span>
    </span>
  );
}
