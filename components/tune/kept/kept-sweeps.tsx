'use client';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FaultNote } from '@/components/ui/fault-note';
import { Progress } from '@/components/ui/progress';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { SweepBrief } from '@/lib/api/contract/sweep-contract';
import { useChangeSweep, useSweeps } from '@/lib/api/queries/sweep-queries';
import { figureOf } from '@/lib/tuning/figures/figure';
import { sweepExportUrl } from '@/lib/api/sweeps';

/** The sweeps that the library keeps: how far each is, its rows, and what can be done with it. */
export function KeptSweeps({ onClose }: { readonly onClose: () => void }) {
  const { data: sweeps, error } = useSweeps();
  const change = useChangeSweep();
  return (
    <Dialog
      wide
      onClose={onClose}
      title="Kept sweeps"
      description="The server computes them, also while this page is closed. A kept sweep does not change: it holds the sessions as they were."
    >
      <FaultNote fault={error ?? change.error} className="mb-2" />
      {sweeps?.length === 0 ? <p className="text-ink2">No sweep is kept yet.</p> : null}
      <ul>
        {(sweeps ?? []).map((sweep) => (
          <li
            key={sweep.id}
            data-sweep={sweep.number}
            className="border-t border-line2 py-2 first:border-0"
          >
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <strong className="font-medium">Sweep {sweep.number}</strong>
              <span className="min-w-0 truncate text-ink2">
                <ForeignText text={sweep.name} />
              </span>
              <span className="ml-auto flex items-center gap-2">
                <Actions
                  sweep={sweep}
                  onChange={(how) => change.mutate({ id: sweep.id, change: how })}
                />
              </span>
            </div>
            <Standing sweep={sweep} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type Change = 'cancel' | 'resume' | 'delete';

function Actions(props: {
  readonly sweep: SweepBrief;
  readonly onChange: (change: Change) => void;
}) {
  const { sweep, onChange } = props;
  const { status, number } = sweep;
  const button = (change: Change, label: string) => (
    <Button
      size="small"
      variant={change === 'delete' ? 'danger' : 'plain'}
      aria-label={`${label} sweep ${number}`}
      onClick={() => onChange(change)}
    >
      {label}
    </Button>
  );
  return (
    <>
      {/* A whole load: the address of the page that is open is its view's. */}
      <a
        href={`/tune?sweep=${sweep.id}`}
        aria-label={`Open sweep ${number}`}
        className="inline-flex min-h-6 items-center font-medium underline underline-offset-2"
      >
        Open
      </a>
      {(['csv', 'ndjson'] as const).map((format) => (
        <a
          key={format}
          href={sweepExportUrl(sweep.id, format)}
          download
          aria-label={`Sweep ${number} as ${format.toUpperCase()}`}
          className="inline-flex min-h-6 items-center underline underline-offset-2"
        >
          {format.toUpperCase()}
        </a>
      ))}
      {status === 'queued' || status === 'running' ? button('cancel', 'Cancel') : null}
      {status === 'cancelled' || status === 'failed' ? button('resume', 'Go on') : null}
      {button('delete', 'Delete')}
    </>
  );
}

/** "12,002 of 12,002 replays, 0 of them known before · 34 sessions × 353 settings". */
function Standing({ sweep }: { readonly sweep: SweepBrief }) {
  const { status, progress, sessions, cells, figures, error } = sweep;
  const { done, cached, total, rate } = progress;
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm text-ink2">
      {status === 'running' || status === 'queued' ? (
        <Progress label={`Progress of sweep ${sweep.number}`} done={done.units} total={total} />
      ) : null}
      <span className={status === 'failed' ? 'text-overflow' : ''}>{status}</span>
      <span>
        {formatInteger(done.units)} of {formatInteger(total)} replays
        {cached.units === 0 ? '' : `, ${formatInteger(cached.units)} known before`}
        {rate === null || status !== 'running'
          ? ''
          : ` · ${formatInteger(Math.round(rate))} steps a second`}
      </span>
      <span>
        {counted(sessions, 'session')} × {counted(cells, 'setting')}
        {figures.length === 0
          ? ''
          : `, with ${figures.map((id) => figureOf(id).name).join(' and ')}`}
      </span>
      {error === null ? null : <span className="text-overflow">{error.message}</span>}
    </div>
  );
}
