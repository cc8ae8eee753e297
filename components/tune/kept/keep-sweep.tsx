'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FaultNote } from '@/components/ui/fault-note';
import type { CorpusChoice } from '@/lib/host/api/contract/filter-address';
import type { SweepInput } from '@/lib/host/api/contract/sweep-contract';
import { useKeepSweep, useSweeps } from '@/lib/host/api/queries/sweep-queries';
import { formatInteger } from '@/lib/base/format';
import type { Settings } from '@/lib/policies/contract/fields';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { KeptSweeps } from './kept-sweeps';

/** Keeps the sweep on the server, immutable, and lists those that are kept. */
export function KeepSweep(props: {
  readonly choice: CorpusChoice;
  readonly plan: SweepPlan;
  readonly today: Settings;
  readonly disabled: boolean;
}) {
  const { choice, plan, today, disabled } = props;
  const [listed, setListed] = useState(false);
  const keep = useKeepSweep();
  const { data: sweeps = [] } = useSweeps();
  const policy = plan.columns[0]?.policy ?? '';
  const kept = keep.data;
  return (
    <div className="border-t border-line2 py-2">
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          disabled={disabled || keep.isPending}
          onClick={() =>
            // The schema on the server checks both: settings are plain values.
            keep.mutate({ ...choice, plan, baseline: { policy, settings: today } } as SweepInput)
          }
        >
          {keep.isPending ? 'Keeping …' : 'Keep'}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setListed(true)}>
          Kept {formatInteger(sweeps.length)}
        </Button>
      </div>
      {kept === undefined ? null : (
        <p role="status" data-kept="" className="mt-1 text-sm text-ink2">
          Kept as sweep {kept.number}; the server computes it as it is now.
        </p>
      )}
      <FaultNote fault={keep.error} className="mt-1 text-sm" />
      {listed ? <KeptSweeps onClose={() => setListed(false)} /> : null}
    </div>
  );
}
