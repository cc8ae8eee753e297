import { memo } from 'react';
import { classNames } from '@/components/ui/class-names';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { Term } from '@/components/ui/tooltip';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import {
  differenceText,
  judged,
  metricText,
  type MetricRow,
} from '@/lib/analysis/compare/metric-rows';
import type { Compared } from './state/use-comparison';

const judgedStyle = { better: 'text-good', worse: 'text-overflow' } as const;

/** Every metric of the lanes, with its difference to the baseline. */
export const MetricsTable = memo(function MetricsTable(props: {
  readonly comparison: Comparison;
  readonly shown: Compared['shown'];
  readonly rows: readonly MetricRow[];
}) {
  const { comparison, shown, rows } = props;
  const { baseline } = comparison;
  const base = shown[baseline]?.letter ?? '';
  return (
    <section aria-label="Metrics" className="min-w-0 border-b px-4 py-3">
      <h2 className="mb-1 font-semibold">Metrics</h2>
      <DataTable
        label="Metrics of the lanes"
        className="w-full text-sm"
        headClass="border-b text-ink3"
        rowClass="border-b border-line2 last:border-0"
        cellClass="px-2 py-0.5 whitespace-nowrap first:pl-0"
        columns={[
          {
            id: 'metric',
            cell: ({ metric }) => <Term text={metric.about}>{metric.label}</Term>,
          },
          ...shown.flatMap(({ letter }, lane) =>
            lane === baseline
              ? [valueColumn(`${letter} baseline`, lane)]
              : [valueColumn(letter, lane), differenceColumn(`${letter} − ${base}`, lane)],
          ),
          {
            id: 'unit',
            cellClass: 'text-ink3',
            cell: ({ metric }) => (metric.unit === 'signed' ? 'tokens' : metric.unit),
          },
        ]}
        rows={rows}
        keyOf={({ metric }) => metric.id}
        rowAttributes={({ metric }) => ({ 'data-metric': metric.id })}
      />
      <p className="mt-1.5 text-sm text-ink3">
        ~ rests on requests that were never sent, whose real tokens are projected.
      </p>
    </section>
  );
});

const valueColumn = (id: string, lane: number): Column<MetricRow> =>
  figureColumn(id, ({ metric, values }) => metricText(metric.unit, values[lane] ?? null), {
    cellClass: 'font-mono',
  });

function differenceColumn(id: string, lane: number): Column<MetricRow> {
  const verdictOf = ({ metric, differences }: MetricRow) =>
    judged(metric, differences[lane] ?? null);
  return figureColumn(
    id,
    (row) => {
      const verdict = verdictOf(row);
      return (
        <>
          {differenceText(row.differences[lane] ?? null, row.metric.unit)}
          {verdict === null ? '' : <span className="font-sans"> {verdict}</span>}
        </>
      );
    },
    {
      cellClass: (row) => {
        const verdict = verdictOf(row);
        return classNames('font-mono', verdict === null ? 'text-ink2' : judgedStyle[verdict]);
      },
    },
  );
}
