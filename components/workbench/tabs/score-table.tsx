import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import type { RatioScore } from '@/lib/analysis/score/scored-steps';
import { formatFixed, formatInteger } from '@/lib/engine/base/format';
import { GroupedTable } from './grouped-table';

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

const quantileHeads = ['n', 'p1', 'p10', 'median', 'p90', 'p99'] as const;
const cell = 'px-1.5 text-right';

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
  return (
    <GroupedTable
      caption={caption}
      head={head}
      heads={[...quantileHeads, ...cells]}
      groups={groups.map(({ rows, ...group }) => ({
        ...group,
        rows: rows.map((row) => <Row key={row.id} of={of} row={row} />),
      }))}
    />
  );
}

function Row({ of, row }: { readonly of: string; readonly row: ScoreRow }) {
  const { id, label, quantiles, cells, inForce = false } = row;
  const { n, p1, p10, median, p90, p99 } = quantiles;
  return (
    <tr
      {...{ [`data-${of}`]: id, ...(inForce ? { 'data-in-force': '' } : {}) }}
      className={classNames('border-b border-line2', inForce && 'bg-sel')}
    >
      <th scope="row" className="min-w-48 py-0.5 pr-2 text-left font-normal whitespace-normal">
        {label}
        {inForce ? (
          <span className="ml-2 rounded border border-accent px-1 text-xs text-accent">
            in force
          </span>
        ) : null}
      </th>
      <td className={classNames(cell, 'text-ink2')}>{formatInteger(n)}</td>
      {[p1, p10, median, p90, p99].map((value, i) => (
        <td key={quantileHeads[i + 1]} className={classNames(cell, i === 2 && 'font-medium')}>
          {formatFixed(value, 2)}
        </td>
      ))}
      {cells.map((content, i) => (
        <td key={i} className={cell}>
          {content}
        </td>
      ))}
    </tr>
  );
}
