import type { ReactNode } from 'react';
import { formatInteger } from '@/lib/base/format';

/** The session keys of a step, folded. */
export function StateFold(props: { readonly count: number; readonly children: ReactNode }) {
  const { count, children } = props;
  return (
    <details className="break-inside-avoid border-t border-line2 py-2.5" data-state="">
      <summary className="min-h-6 text-xs leading-6 font-semibold text-ink3">
        State keys {formatInteger(count)}, before and after
      </summary>
      <dl className="mt-1.5 grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1.5 break-words">
        {children}
      </dl>
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
