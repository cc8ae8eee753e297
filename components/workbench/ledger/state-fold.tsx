'use client';

import type { LedgerRow } from '@/lib/analysis/explain/ledger-row';
import { formatInteger } from '@/lib/engine/base/format';
import { useEvidenceNumber } from '../cause/use-cause';
import { LedgerRows } from './ledger-table';

/** The session keys of a step, folded unless one of them proves the step's cause. */
export function StateFold({ rows }: { readonly rows: readonly LedgerRow[] }) {
  const isEvidence =
    useEvidenceNumber((one) => one.kind === 'operand' && rows.some(({ id }) => id === one.id)) !==
    null;
  return (
    <details
      open={isEvidence}
      className="break-inside-avoid border-t border-line2 py-2.5 not-open:print:hidden"
      data-session-state=""
    >
      <summary className="min-h-6 text-xs leading-6 font-semibold text-ink3">
        State keys {formatInteger(rows.length)}, before and after
      </summary>
      <LedgerRows rows={rows} />
    </details>
  );
}

/** Opens the compactions at the selected step. */
export const OpenCompaction = ({ onOpen }: { readonly onOpen: () => void }) => (
  <div className="pb-2.5">
    <button type="button" className="min-h-6 text-accent hover:underline" onClick={onOpen}>
      Open the compaction <span aria-hidden="true">→</span>
    </button>
  </div>
);
