import { classNames } from '@/components/ui/class-names';
import { formatInteger, formatPercent } from '@/lib/base/format';
import type { RankedScore, RankedTable } from '@/lib/report/estimator-score-ranking';

const columns = ['n', 'p1', 'p10', 'median', 'p90', 'p99', 'p99 − p1', 'under by > 5 %'] as const;

/** The ranked table: estimate ÷ real, narrowest spread first; the first steps apart. */
export function EstimatorTableView({
  ranked,
  byRatio,
}: {
  readonly ranked: RankedTable;
  readonly byRatio: boolean;
}) {
  return (
    <>
      <table className="mt-3 border-collapse whitespace-nowrap">
        <caption className="sr-only">
          Estimate divided by real, per estimator, narrowest spread first
        </caption>
        <thead>
          <tr className="border-b text-sm text-ink3">
            <th scope="col" className="py-1 pr-2 text-left font-normal">
              Estimate ÷ real, narrowest spread first
            </th>
            {columns.map((label) => (
              <th key={label} scope="col" className="px-1.5 py-1 text-right font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <Rows scores={ranked.steps} />
        {ranked.firsts.length > 0 ? (
          <Rows
            scores={ranked.firsts}
            title="First step after the start or a compaction: no usage known yet"
          />
        ) : null}
      </table>
      <p className="mt-2 max-w-[80ch] text-sm text-ink3">
        ● least often under by more than 5 %. h: heuristic, bytes ÷ 4. Rules with last real or a
        fitted prefix are compared on steps after another with usage.
        {byRatio ? ' The session was generated: real follows from its ratio.' : ''}
      </p>
    </>
  );
}

function Rows({
  scores,
  title,
}: {
  readonly scores: readonly RankedScore[];
  readonly title?: string;
}) {
  return (
    <tbody>
      {title === undefined ? null : (
        <tr>
          <th
            scope="rowgroup"
            colSpan={columns.length + 1}
            className="pt-3 pb-1 text-left text-sm font-normal text-ink3"
          >
            {title}
          </th>
        </tr>
      )}
      {scores.map((score) => (
        <Row key={score.variant.id} score={score} />
      ))}
    </tbody>
  );
}

function Row({ score }: { readonly score: RankedScore }) {
  const { variant, n, p1, p10, median, p90, p99, spread, under, leastUnder } = score;
  return (
    <tr data-estimator={variant.id} className="border-b border-line2">
      <th scope="row" className="py-0.5 pr-2 text-left font-normal">
        {variant.label}
      </th>
      <td className="px-1.5 text-right text-ink2">{formatInteger(n)}</td>
      {[p1, p10, median, p90, p99, spread].map((value, i) => (
        <td
          key={columns[i + 1]}
          className={classNames('px-1.5 text-right', i === 2 && 'font-medium')}
        >
          {value.toFixed(2)}
        </td>
      ))}
      <td className={classNames('px-1.5 text-right', leastUnder && 'text-compaction')}>
        {leastUnder ? (
          <span title="Least often under by more than 5 %" className="mr-1.5 text-sm">
            ●
          </span>
        ) : null}
        {formatPercent(under)}
      </td>
    </tr>
  );
}
