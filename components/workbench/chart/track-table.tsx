'use client';

import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ScrollTable, type TableHeading } from '@/components/ui/scroll-table';
import { formatInteger } from '@/lib/engine/base/format';
import { trackNames } from '@/lib/answers/report/chart/chart-look';
import {
  trackMeanings,
  trackText,
  type NumberTrack,
} from '@/lib/answers/report/chart/tracks/track-values';
import { costCells, costHeads } from './cost/cost-cells';
import { useCost } from '../cost/use-cost';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

const ROWS = 100;
const numbers = trackNames.filter(
  (name): name is NumberTrack => name !== 'composition' && name !== 'cost',
);

/** Every track of the shown steps in numbers, a hundred steps at a time. */
export function TrackTable({ onClose }: { readonly onClose: () => void }) {
  const { chart } = useWorkbench();
  const { replay, range, step } = useLateFrame();
  const { priced, isWhatIf } = useCost();
  const dollarHeads = costHeads(isWhatIf);
  const inside = Math.min(range.to, Math.max(range.from, step));
  const [page, setPage] = useState(Math.floor((inside - range.from) / ROWS));
  const pages = Math.ceil((range.to - range.from + 1) / ROWS);
  const from = range.from + page * ROWS;
  const to = Math.min(range.to, from + ROWS - 1);
  const steps = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const dollars = useMemo(
    () => (priced === null ? null : costCells(priced.steps, isWhatIf)),
    [priced, isWhatIf],
  );
  const rows = steps.map((at) => ({
    at,
    composition: chart.compositionAt(at),
    cost: dollars?.(at) ?? dollarHeads.map(() => '…'),
  }));
  const { parts } = chart.composer();
  const held = parts.flatMap((part, i) =>
    rows.some(({ composition }) => composition.values[i] !== 0) ? [{ part, i }] : [],
  );
  const heads: readonly TableHeading[] = [
    ['step', 'pr-3 text-left'],
    ...numbers.map((name): TableHeading => [trackMeanings[name][0], 'px-2 text-right']),
    ...dollarHeads.map((head): TableHeading => [head, 'px-2 text-right']),
    ...held.map(({ part }): TableHeading => [part.name, 'px-2 text-right']),
    ['real as sent', 'pl-2 text-right'],
  ];
  const label = `Tracks of steps ${formatInteger(from)} to ${formatInteger(to)}`;
  return (
    <Dialog onClose={onClose} title="Tracks as a table" wide>
      <ScrollTable
        label={label}
        heads={heads}
        head="text-xs text-ink3 whitespace-nowrap"
        className="w-full text-sm"
      >
        {rows.map(({ at, composition, cost }) => (
          <tr
            key={at}
            aria-current={at === step ? 'true' : undefined}
            className="border-t border-line2"
          >
            <th scope="row" className="pr-3 text-left font-medium">
              {formatInteger(at)}
            </th>
            {numbers.map((name) => (
              <td key={name} className="px-2 text-right whitespace-nowrap">
                {trackText(replay, name, at)}
              </td>
            ))}
            {cost.map((text, i) => (
              <td key={dollarHeads[i]} className="px-2 text-right whitespace-nowrap">
                {text}
              </td>
            ))}
            {held.map(({ part, i }) => (
              <td key={`${part.kind} ${part.name}`} className="px-2 text-right">
                {formatInteger(composition.values[i] ?? 0)}
              </td>
            ))}
            <td className="pl-2 text-right">{formatInteger(composition.real)}</td>
          </tr>
        ))}
      </ScrollTable>
      {pages < 2 ? null : (
        <p className="mt-3 flex items-center gap-2 text-sm text-ink2">
          <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Earlier
          </Button>
          <Button size="small" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            Later
          </Button>
          {label} of {formatInteger(range.from)} to {formatInteger(range.to)}
        </p>
      )}
    </Dialog>
  );
}
