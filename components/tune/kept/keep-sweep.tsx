'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FaultNote } from '@/components/ui/fault-note';
import { MOST_UNITS, type SweepInput } from '@/lib/api/contract/sweep-contract';
import { useKeepSweep, useSweeps } from '@/lib/api/queries/sweep-queries';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Settings } from '@/lib/engine/policy/fields';
import { figureOf } from '@/lib/tuning/figures/figure';
import { columnSize } from '@/lib/tuning/sweep/cells';
import type { PlanFigures, SweepPlan } from '@/lib/tuning/sweep/plan';
import { KeptSweeps } from './kept-sweeps';

/** Keeps the sweep on the server, immutable, and lists those that are kept. */
export function KeepSweep(props: {
  /** Sessions of the row, of which the page may have a sample. */
  readonly ids: readonly string[];
  readonly plan: SweepPlan;
  readonly today: Settings;
  readonly disabled: boolean;
  /** What the server computes besides the totals; null for nothing. */
  readonly figures: PlanFigures | null;
}) {
  const { ids, today, disabled, figures } = props;
  const sessions = ids.length;
  const plan = figures === null ? props.plan : { ...props.plan, figures };
  const [listed, setListed] = useState(false);
  const keep = useKeepSweep();
  const { data: sweeps = [] } = useSweeps();
  const policy = plan.columns[0]?.policy ?? '';
  const kept = keep.data;
  const settings = plan.columns.reduce((sum, column) => sum + columnSize(column), 0);
  const most = Math.floor(MOST_UNITS / sessions);
  return (
    <div className="border-t border-line2 py-2">
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          disabled={disabled || keep.isPending || settings > most}
          onClick={() =>
            // The schema on the server checks both: settings are plain values.
            keep.mutate({
              sessions: ids,
              plan,
              baseline: { policy, settings: today },
            } as SweepInput)
          }
        >
          {keep.isPending ? 'Keeping …' : 'Keep'}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setListed(true)}>
          Kept {formatInteger(sweeps.length)}
        </Button>
      </div>
      {settings <= most ? null : (
        <p className="mt-1 text-sm text-ink2">
          Keep takes {formatInteger(MOST_UNITS)} replays at most: of {counted(sessions, 'session')}{' '}
          {counted(most, 'setting')}. This plan has {formatInteger(settings)}: choose larger steps,
          fewer policies, or fewer sessions.
        </p>
      )}
      {kept === undefined ? null : (
        <p role="status" data-kept="" className="mt-1 text-sm text-ink2">
          Kept as sweep {kept.number}; the server computes it as it is now
          {kept.figures.length === 0
            ? ''
            : `, with ${kept.figures.map((id) => figureOf(id).name).join(' and ')}`}
          .
        </p>
      )}
      <FaultNote fault={keep.error} className="mt-1 text-sm" />
      {listed ? <KeptSweeps onClose={() => setListed(false)} /> : null}
    </div>
  );
}
