import { memo } from 'react';
import { ScrollTable } from '@/components/ui/scroll-table';
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
      <ScrollTable
        label="Metrics of the lanes"
        className="w-full text-sm"
        head="border-b text-ink3"
        heads={[
          ['metric', 'py-1 pr-3 text-left'],
          ...shown.flatMap(({ letter }, lane): (readonly [string, string])[] => [
            [
              lane === baseline ? `${letter} baseline` : letter,
              'px-2 text-right whitespace-nowrap',
            ],
            ...(lane === baseline
              ? []
              : [[`${letter} − ${base}`, 'px-2 text-right whitespace-nowrap'] as const]),
          ]),
          ['unit', 'pl-3 text-left'],
        ]}
      >
        {rows.map(({ metric, values, differences }) => (
          <tr
            key={metric.id}
            data-metric={metric.id}
            className="border-b border-line2 last:border-0"
          >
            <th scope="row" className="py-1 pr-3 text-left font-normal whitespace-nowrap">
              <Term text={metric.about}>{metric.label}</Term>
            </th>
            {values.flatMap((value, lane) => {
              const difference = differences[lane] ?? null;
              const verdict = judged(metric, difference);
              const cell = (
                <td key={`v${lane}`} className="px-2 text-right font-mono whitespace-nowrap">
                  {metricText(metric.unit, value)}
                </td>
              );
              if (lane === baseline) return [cell];
              return [
                cell,
                <td
                  key={`d${lane}`}
                  className={`px-2 text-right font-mono whitespace-nowrap ${verdict === null ? 'text-ink2' : judgedStyle[verdict]}`}
                >
                  {differenceText(difference, metric.unit)}
                  {verdict === null ? '' : <span className="font-sans"> {verdict}</span>}
                </td>,
              ];
            })}
            <td className="pl-3 text-ink3">{metric.unit === 'signed' ? 'tokens' : metric.unit}</td>
          </tr>
        ))}
      </ScrollTable>
      <p className="mt-1.5 text-sm text-ink3">
        ~ rests on requests that were never sent, whose real tokens are projected.
      </p>
    </section>
  );
});
