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

/** "1,234", "~1,234", "+12,000"; "–" where there is no value. */
export function metricText(unit: MetricUnit, measured: Measured | null): string {
  if (measured === null) return '–';
  const { value, projected } = measured;
  const guess = projected ? '~' : '';
  if (unit === 'dollars') return `${guess}${formatDollars(value)}`;
  return `${guess}${unit === 'signed' ? formatSigned(value) : formatInteger(value)}`;
}

/** "+3", "~−12,000", "~+$0.12", "0"; "–" where there is none. */
export function differenceText(difference: Measured | null, unit: MetricUnit = 'signed'): string {
  if (unit !== 'dollars' || difference === null) return metricText('signed', difference);
  const text = metricText('dollars', { ...difference, value: Math.abs(difference.value) });
  const sign = difference.value > 0 ? '+' : difference.value < 0 ? '−' : '';
  return text.replace('$', `${sign}$`);
}

/** Names of the columns of `metricsCsv`. */
const CSV_HEAD = ['metric', 'unit', 'better', 'lane', 'value', 'kind', 'difference'] as const;

/** One record for each metric and lane; kind says whether the value is projected. */
export function metricsCsv(rows: readonly MetricRow[], names: readonly string[]): string {
  const records = rows.flatMap(({ metric: { id, unit, better }, values, differences }) =>
    values.map((measured, lane) =>
      csvRecord([
        id,
        unit,
        better,
        names[lane] ?? '',
        measured?.value ?? null,
        measured === null ? null : measured.projected ? 'projected' : 'measured',
        differences[lane]?.value ?? null,
      ]),
    ),
  );
  return [csvRecord(CSV_HEAD), ...records].join('');
}
