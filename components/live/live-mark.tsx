'use client';

import { classNames } from '@/components/ui/class-names';
import { Tooltip } from '@/components/ui/tooltip';
import { useLiveState } from './live-updates';

const words = {
  live: 'Live: changes appear by themselves',
  connecting: 'Connecting to the server',
  offline: 'Offline: the server does not answer',
} as const;

const dots = {
  live: 'bg-good',
  connecting: 'border border-ink2',
  offline: 'border border-overflow',
} as const;

/** Shows a live page by a filled dot, another by a hollow one, and says which. */
export function LiveMark() {
  const state = useLiveState();
  return (
    <Tooltip text={words[state]}>
      <button
        type="button"
        data-live={state}
        className="inline-flex min-h-6 cursor-help items-center gap-1.5 whitespace-nowrap text-ink2"
      >
        <span aria-hidden className={classNames('size-1.5 rounded-full', dots[state])} />
        <span className="sr-only">{words[state]}</span>
        <span aria-hidden>{state}</span>
      </button>
    </Tooltip>
  );
}
