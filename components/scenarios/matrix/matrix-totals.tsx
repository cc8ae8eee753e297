import type { ReactNode } from 'react';
import type { FootLine } from '@/components/ui/grid/grid-foot';
import { Term } from '@/components/ui/tooltip';
import { loopRule } from '@/lib/analysis/explain/outcome/loop-watch';
import { formatInteger } from '@/lib/engine/base/format';
import {
  costText,
  matrixTotals,
  type Matrix,
  type MatrixTotals as Totals,
} from '@/lib/answers/report/outcome/matrix';

interface CountLine {
  readonly label: string;
  readonly read: (totals: Totals) => number;
  readonly title?: string;
  /** True where any of it is a fault. */
  readonly isFault: boolean;
}

const countLines: readonly CountLine[] = [
  { label: 'overflow steps', read: ({ overflowSteps }) => overflowSteps, isFault: true },
  {
    label: 'scenarios overflowing',
    read: ({ scenariosOverflowing }) => scenariosOverflowing,
    isFault: true,
  },
  { label: 'compactions', read: ({ compactions }) => compactions, isFault: false },
  { label: 'loops', read: ({ loops }) => loops, title: loopRule.definition, isFault: false },
];

/** Sums of each column, and what it costs where prices are known; in view below the rows. */
export function totalLines(matrix: Matrix): readonly FootLine[] {
  const totals = matrixTotals(matrix);
  const line = (
    label: string,
    text: (totals: Totals) => string,
    heading: ReactNode = label,
    isBad: (totals: Totals) => boolean = () => false,
  ): FootLine => ({
    id: label,
    cell: (at) => {
      const of = totals[at - 1];
      return at === 0 ? heading : of === undefined ? '' : text(of);
    },
    attributes: (at) => {
      const of = totals[at - 1];
      if (at === 0 || of === undefined) return { className: at === 0 ? 'text-ink2' : '' };
      return {
        'data-total': `${label} ${matrix.columns[at - 1]?.key ?? ''}`,
        className: isBad(of) ? 'font-medium text-overflow' : '',
      };
    },
  });
  return [
    ...countLines.map(({ label, read, title, isFault }) =>
      line(
        label,
        (of) => formatInteger(read(of)),
        title === undefined ? label : <Term text={title}>{label}</Term>,
        (of) => isFault && read(of) > 0,
      ),
    ),
    ...(matrix.prices === null ? [] : [line('cost', costText)]),
  ];
}
