'use client';

import { useId } from 'react';
import { NumberField } from '@/components/ui/numbers/number-field';
import { formatInteger } from '@/lib/engine/base/format';
import { usePatchSession } from '@/lib/api/queries/queries';
import { limitSource } from '@/lib/analysis/explain/ledger-request';
import { ResetButton } from './reset-button';
import { useWorkbench } from '../state/use-workbench';

/** The limit that overflow is judged by, its source, and a field for the user's own. */
export function LimitField() {
  const { record, store } = useWorkbench();
  const { limit } = store.session.profile.head;
  const patch = usePatchSession(record.row.id);
  const id = useId();
  return (
    <div className="border-t border-line2 py-2.5" data-setting="limit">
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          Limit
        </label>
        <span className="flex items-center gap-0.5">
          {record.limitOverride === null ? null : (
            <ResetButton label="Limit" onClick={() => patch.mutate({ limit: null })} />
          )}
          <NumberField
            id={id}
            label="Limit"
            value={limit?.tokens ?? 0}
            format={(value) => (value === 0 ? 'unknown' : formatInteger(value))}
            min={1}
            max={100_000_000}
            step={1_000}
            integer
            onCommit={(tokens) => patch.mutate({ limit: { tokens } })}
            className="w-24"
          />
        </span>
      </div>
      <p className="text-sm text-ink3">
        {patch.isError
          ? patch.error.message
          : limit === null
            ? 'Unknown: overflow cannot be judged. Type the provider’s limit.'
            : `${limitSource(limit)}; overflow is judged by it, not by the window`}
      </p>
    </div>
  );
}
