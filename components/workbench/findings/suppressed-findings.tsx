'use client';

import { Button } from '@/components/ui/button';
import { FaultNote } from '@/components/ui/fault-note';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { useEndSuppression } from '@/lib/api/queries/findings-queries';
import { useWorkbench } from '../state/use-workbench';
import type { SuppressedFinding } from './use-findings';

/** "2026-11-23", in the reader's time. */
const dayOf = (ms: number): string => {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** What is found and not wanted, with reason and day; each can be restored. */
export function SuppressedFindings({
  suppressed,
}: {
  readonly suppressed: readonly SuppressedFinding[];
}) {
  const { record } = useWorkbench();
  const end = useEndSuppression(record.row.id);
  if (suppressed.length === 0) return null;
  return (
    <section aria-label="Suppressed findings" className="px-4 py-2">
      <h3 className="text-sm font-medium text-ink2">Suppressed</h3>
      <ul className="mt-1 grid gap-2">
        {suppressed.map(({ finding, suppression }) => (
          <li
            key={`${finding.of} ${finding.detector} ${finding.sentence}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 text-sm text-ink2"
          >
            <span>
              {finding.title}: “
              <ForeignText text={suppression.reason} />
              ”, {dayOf(suppression.createdAt)}
              {suppression.scope === 'library' ? ', in every session' : ''}
            </span>
            <Button
              size="small"
              disabled={end.isPending}
              aria-label={`Restore ${finding.title}`}
              onClick={() => end.mutate(suppression.id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      <FaultNote fault={end.error} className="mt-1 text-sm" />
    </section>
  );
}
