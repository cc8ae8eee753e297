import { classNames } from '@/components/ui/class-names';
import { formatInteger, formatPercent } from '@/lib/base/format';
import type { TokenizerScore, TokenizerTable } from '@/lib/report/tokenizer-score';
import { textEstimatorLabels } from '@/lib/tokens/text-estimators';

const columns = ['n', 'p1', 'p10', 'median', 'p90', 'p99', 'under by > 5 %', 'mean error'] as const;

/** Count ÷ real of every estimator that has counted: as counted, then with what was missed added. */
export function TokenizerTableView({ table }: { readonly table: TokenizerTable }) {
  return (
    <table className="mt-3 border-collapse whitespace-nowrap tabular-nums">
      <caption className="sr-only">Count divided by real, per estimator of texts</caption>
      <thead>
        <tr className="border-b text-sm text-ink3">
          <th scope="col" className="py-1 pr-2 text-left font-normal">
            Count ÷ real
          </th>
          {columns.map((label) => (
            <th key={label} scope="col" className="px-1.5 py-1 text-right font-normal">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <Rows scores={table.scores.filter(({ basis }) => basis === 'raw')} />
      <Rows
        scores={table.scores.filter(({ basis }) => basis === 'fitted')}
        title="Count with what the first step missed added, on the later steps"
      />
    </table>
  );
}

function Rows({
  scores,
  title,
}: {
  readonly scores: readonly TokenizerScore[];
  readonly title?: string;
}) {
  const compared = scores.filter(({ n }) => n > 0);
  if (compared.length === 0) return null;
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
      {compared.map((score) => (
        <Row key={score.estimator} score={score} />
      ))}
    </tbody>
  );
}

function Row({ score }: { readonly score: TokenizerScore }) {
  const { estimator, basis, n, p1, p10, median, p90, p99, under, meanError } = score;
  return (
    <tr data-tokenizer={`${estimator}-${basis}`} className="border-b border-line2">
      <th scope="row" className="py-0.5 pr-2 text-left font-normal">
        {textEstimatorLabels[estimator]}
      </th>
      <td className="px-1.5 text-right text-ink2">{formatInteger(n)}</td>
      {[p1, p10, median, p90, p99].map((value, i) => (
        <td
          key={columns[i + 1]}
          className={classNames('px-1.5 text-right', i === 2 && 'font-medium')}
        >
          {value.toFixed(2)}
        </td>
      ))}
      <td className="px-1.5 text-right">{formatPercent(under)}</td>
      <td className="px-1.5 text-right">{formatInteger(Math.round(meanError))} tokens</td>
    </tr>
  );
}
