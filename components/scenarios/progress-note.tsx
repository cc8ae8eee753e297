'use client';

import { Button } from '@/components/ui/button';
import { formatInteger } from '@/lib/base/format';
import type { Outcomes } from './use-outcomes';

/** How far a computation is, and the way to stop it or to go on. */
export function ProgressNote({
  outcomes,
  what,
}: {
  readonly outcomes: Outcomes;
  /** What is counted, e.g. "outcomes". */
  readonly what: string;
}) {
  const { status, done, total, error, cancel, resume } = outcomes;
  const count = `${formatInteger(done)} of ${formatInteger(total)} ${what}`;
  const words = {
    running: `Computing: ${count}`,
    done: `${formatInteger(total)} ${what} computed`,
    cancelled: `Stopped at ${count}`,
    failed: `Failed at ${count}`,
  }[status];
  return (
    <div className="flex items-center gap-2.5 text-ink2">
      {status === 'running' ? (
        <progress
          aria-label={`Progress of ${what}`}
          value={done}
          max={Math.max(1, total)}
          className="h-1.5 w-28 overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
        />
      ) : null}
      <span role="status" className={status === 'failed' ? 'text-overflow' : undefined}>
        {words}
        {error === null ? '' : `. ${error}`}
      </span>
      {status === 'running' ? (
        <Button size="small" onClick={cancel}>
          Cancel
        </Button>
      ) : null}
      {status === 'cancelled' || status === 'failed' ? (
        <Button size="small" onClick={resume}>
          {status === 'failed' ? 'Try again' : 'Go on'}
        </Button>
      ) : null}
    </div>
  );
}
