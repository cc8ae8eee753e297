'use client';

import { Button } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import { formatInteger } from '@/lib/engine/base/format';
import type { Outcomes } from './use-outcomes';

/** Progress of a computation, with buttons to stop and to continue. */
export function ProgressNote(props: {
  readonly outcomes: Outcomes;
  /** Counted things, e.g. "outcomes". */
  readonly what: string;
}) {
  const { outcomes, what } = props;
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
        <Progress label={`Progress of ${what}`} done={done} total={total} />
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
