'use client';

import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { formatInteger } from '@/lib/engine/base/format';
import type { Composition } from '@/lib/answers/report/chart/composition';
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

/** A step, the tokens of its request's parts, and its costs in words. */
interface TrackRow {
  readonly at: number;
  readonly composition: Composition;
  readonly cost: readonly string[];
}

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
  const rows = steps.map((at): TrackRow => ({
    at,
    composition: chart.compositionAt(at),
    cost: dollars?.(at) ?? dollarHeads.map(() => '…'),
  }));
  const { parts } = chart.composer();
  const held = parts.flatMap((part, i) =>
    rows.some(({ composition }) => composition.values[i] !== 0) ? [{ part, i }] : [],
  );
  const columns: readonly Column<TrackRow>[] = [
    { id: 'step', cellClass: 'font-medium', cell: ({ at }) => formatInteger(at) },
    ...numbers.map((name) =>
      figureColumn<TrackRow>(trackMeanings[name][0], ({ at }) => trackText(replay, name, at)),
    ),
    ...dollarHeads.map((head, i) => figureColumn<TrackRow>(head, ({ cost }) => cost[i])),
    ...held.map(({ part, i }) =>
      figureColumn<TrackRow>(
        `${part.kind} ${part.name}`,
        ({ composition }) => formatInteger(composition.values[i] ?? 0),
        { head: part.name },
      ),
    ),
    figureColumn('real as sent', ({ composition }) => formatInteger(composition.real)),
  ];
  const label = `Tracks of steps ${formatInteger(from)} to ${formatInteger(to)}`;
  return (
    <Dialog onClose={onClose} title="Tracks as a table" wide>
      <DataTable
        label={label}
        className="w-full text-sm whitespace-nowrap"
        headClass="text-xs text-ink3"
        rowClass="border-t border-line2"
        cellClass="px-2 first:pl-0 last:pr-0"
        columns={columns}
        rows={rows}
        keyOf={({ at }) => at}
        rowAttributes={({ at }) => ({ 'aria-current': at === step ? 'true' : undefined })}
      />
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
