import type { ReactNode } from 'react';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import type { RatioScore } from '@/lib/analysis/score/scored-steps';
import { formatFixed, formatInteger } from '@/lib/engine/base/format';

/** One line: name, quantiles and further cells. */
export interface ScoreRow {
  readonly id: string;
  readonly label: string;
  readonly quantiles: RatioScore;
  readonly cells: readonly ReactNode[];
  /** True for the rule that the replay decides with. */
  readonly inForce?: boolean;
}

/** Lines under a title; nothing without lines. */
interface ScoreGroup {
  readonly title?: string;
  readonly rows: readonly ScoreRow[];
}

const quantileColumns: readonly Column<ScoreRow>[] = [
  figureColumn('n', ({ quantiles }) => formatInteger(quantiles.n), { cellClass: 'text-ink2' }),
  ...(['p1', 'p10', 'median', 'p90', 'p99'] as const).map((id) =>
    figureColumn<ScoreRow>(id, ({ quantiles }) => formatFixed(quantiles[id], 2), {
      cellClass: id === 'median' ? 'font-medium' : '',
    }),
  ),
];

/** Scores in groups; `cells` are the headings after the quantiles. */
export function ScoreTable(props: {
  /** Kind of the rows, which carry `data-estimator` or `data-tokenizer`. */
  readonly of: 'estimator' | 'tokenizer';
  readonly caption: string;
  readonly head: string;
  readonly cells: readonly string[];
  readonly groups: readonly ScoreGroup[];
}) {
  const { of, caption, head, cells, groups } = props;
  const titles = new Map(groups.flatMap(({ title, rows }) => rows.map((row) => [row, title])));
  return (
    <DataTable
      caption={caption}
      className="mt-3 whitespace-nowrap"
      rows={[...titles.keys()]}
      keyOf={({ id }) => id}
      groupOf={(row) => titles.get(row)}
      rowAttributes={({ id, inForce = false }) => ({
        [`data-${of}`]: id,
        'data-in-force': inForce ? '' : undefined,
        className: inForce ? 'bg-sel' : '',
      })}
      columns={[
        { id: head, cellClass: 'min-w-48 whitespace-normal', cell: Label },
        ...quantileColumns,
        ...cells.map((id, i) => figureColumn<ScoreRow>(id, (row) => row.cells[i])),
      ]}
    />
  );
}

const Label = ({ label, inForce = false }: ScoreRow) => (
  <>
    {label}
    {inForce ? (
      <span className="ml-2 rounded border border-accent px-1 text-xs text-accent">in force</span>
    ) : null}
  </>
);
