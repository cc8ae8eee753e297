'use client';

import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Dialog } from '@/components/ui/dialog';
import { ScrollTable } from '@/components/ui/scroll-table';
import { formatInteger } from '@/lib/base/format';
import type { SettingField } from '@/lib/policies/contract/fields';
import type { Breakpoints } from '@/lib/tuning/breakpoints/breakpoints';
import { indexAt } from '@/lib/tuning/breakpoints/plateaus';
import { useWorkbench } from '../../state/use-workbench';
import { methodText, outcomeText, rangeText, valueText, widthText } from './outcome-words';

/** Rows of a page. */
const ROWS = 100;

const heads = [
  ['From – to', 'py-1 pr-4 text-left'],
  ['Wide', 'pr-4 text-right'],
  ['Compactions', 'pr-4 text-right'],
  ['Overflow steps', 'pr-4 text-right'],
  ['Outcome', 'text-left'],
] as const;

/** The outcomes of a strip as a table, the present one marked; a row's button applies its nearest value. */
export function OutcomesDialog({
  field,
  found,
  value,
  min,
  onClose,
}: {
  readonly field: SettingField;
  readonly found: Breakpoints;
  readonly value: number;
  /** The strip's low end. */
  readonly min: number;
  readonly onClose: () => void;
}) {
  const { store } = useWorkbench();
  const { pieces } = found;
  const here = indexAt(pieces, value);
  const [page, setPage] = useState(() => Math.floor(Math.max(0, here) / ROWS));
  const present = useRef<HTMLTableRowElement>(null);
  useEffect(() => present.current?.scrollIntoView({ block: 'center' }), []);
  const first = page * ROWS;
  const shown = pieces.slice(first, first + ROWS);
  const last = Math.ceil(pieces.length / ROWS) - 1;
  return (
    <Dialog
      wide
      onClose={onClose}
      title={`Outcomes along ${field.label}`}
      description={`${methodText(field, found, min)}. A value’s outcome: the steps that compact and overflow, and whether it loops.`}
    >
      <ScrollTable
        label={`Outcomes along ${field.label}`}
        className="w-full text-sm"
        head="border-b border-line text-ink3"
        heads={heads}
      >
        {shown.map((piece, k) => (
          <tr
            key={piece.from}
            ref={first + k === here ? present : undefined}
            aria-current={first + k === here ? 'true' : undefined}
            className={classNames('border-b border-line2', first + k === here && 'bg-sel')}
          >
            <td className="py-0.5 pr-4 whitespace-nowrap">
              <button
                type="button"
                className="min-h-6 text-accent hover:underline"
                onClick={() => {
                  const nearest = Math.min(piece.to, Math.max(piece.from, value));
                  store.set({ [field.key]: nearest });
                  onClose();
                }}
              >
                {rangeText(field, piece)}
              </button>
            </td>
            <td className="pr-4 text-right whitespace-nowrap">
              {widthText(field, piece).replace(' wide', '')}
            </td>
            <td className="pr-4 text-right">{formatInteger(piece.outcome.fired.length)}</td>
            <td className="pr-4 text-right">{formatInteger(piece.outcome.overflow.length)}</td>
            <td>
              {outcomeText(piece.outcome)}
              {first + k === here ? ` (now: ${valueText(field, value)})` : ''}
            </td>
          </tr>
        ))}
      </ScrollTable>
      {last > 0 ? (
        <div className="mt-3 flex items-center gap-2">
          <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Lower
          </Button>
          <Button size="small" disabled={page === last} onClick={() => setPage(page + 1)}>
            Higher
          </Button>
          <span className="text-sm text-ink2" role="status">
            {formatInteger(first + 1)} – {formatInteger(first + shown.length)} of{' '}
            {formatInteger(pieces.length)}
          </span>
        </div>
      ) : null}
    </Dialog>
  );
}
