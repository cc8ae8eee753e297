import { csvRecord } from '@/lib/engine/base/csv';
import { formatDollars, formatInteger, formatSigned } from '@/lib/engine/base/format';
import {
  metrics,
  type Measured,
  type Metric,
  type MetricSubject,
  type MetricUnit,
} from './metrics';

/** A metric over the lanes. */
export interface MetricRow {
  readonly metric: Metric;
  readonly values: readonly (Measured | null)[];
  /** Each value less the baseline's; null where one is missing, and for the baseline itself. */
  readonly differences: readonly (Measured | null)[];
}

/** Every metric of the lanes, in the order of the list. */
export const metricRows = (
  subjects: readonly MetricSubject[],
  baseline: number,
): readonly MetricRow[] =>
  metrics.map((metric) => {
    const values = subjects.map((subject) => metric.of(subject));
    const base = values[baseline] ?? null;
    return {
      metric,
      values,
      differences: values.map((value, lane) =>
        lane === baseline || value === null || base === null ? null : lessThan(value, base),
      ),
    };
  });

const lessThan = (value: Measured, base: Measured): Measured => ({
  value: value.value - base.value,
  projected: value.projected || base.projected,
});

/** Whether a difference is one that a user would rather have. */
export function judged({ better }: Metric, difference: Measured | null): 'better' | 'worse' | null {
  if (difference === null || difference.value === 0 || better === 'neither') return null;
  return difference.value < 0 === (better === 'lower') ? 'better' : 'worse';
}

/** "1,234", "~1,234" for a projected one, "+12,000" for a difference either way; "–" where there is no value. */
export function metricText(unit: MetricUnit, measured: Measured | null): string {
  if (measured === null) return '–';
  const { value, projected } = measured;
  if (unit === 'signed') return formatSigned(value);
  return `${projected ? '~' : ''}${(unit === 'dollars' ? formatDollars : formatInteger)(value)}`;
}

/** "+3", "−12,000", "+$0.12", "0"; "–" where there is none. */
export function differenceText(difference: Measured | null, unit: MetricUnit = 'signed'): string {
  if (unit !== 'dollars' || difference === null) return metricText('signed', difference);
  const sign = difference.value > 0 ? '+' : difference.value < 0 ? '−' : '';
  return `${sign}${formatDollars(Math.abs(difference.value))}`;
}

/** A metric over the lanes, by its name alone. */
interface NamedMetric extends Pick<MetricRow, 'values' | 'differences'> {
  readonly metric: Pick<Metric, 'id' | 'unit' | 'better'>;
}

/** Names of the columns of `metricRecords`. */
const CSV_HEAD = ['metric', 'unit', 'better', 'lane', 'value', 'kind', 'difference'] as const;

/** Their head, and one record for each metric and lane; kind says whether the value is projected. */
export const metricRecords = (rows: readonly NamedMetric[], names: readonly string[]) => [
  CSV_HEAD,
  ...rows.flatMap(({ metric: { id, unit, better }, values, differences }) =>
    values.map((measured, lane) => [
      id,
      unit,
      better,
      names[lane] ?? '',
      measured?.value ?? null,
      measured === null ? null : measured.projected ? 'projected' : 'measured',
      differences[lane]?.value ?? null,
    ]),
  ),
];

/** The same as CSV. */
export const metricsCsv = (rows: readonly NamedMetric[], names: readonly string[]): string =>
  metricRecords(rows, names).map(csvRecord).join('');
