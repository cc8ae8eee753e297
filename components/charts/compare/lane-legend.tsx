import type { ReactNode } from 'react';
import { formatInteger } from '@/lib/engine/base/format';
import type { ChartRows } from '@/lib/answers/report/chart/chart-rows';
import { triangle } from '@/lib/answers/report/chart/drawing/svg-paths';

const stroke = (color: string, width: number, dash = ''): ReactNode => (
  <path d="M0 5H22" stroke={`var(--${color})`} strokeWidth={width} strokeDasharray={dash} />
);
const overflow = <path d={triangle(11, 5, 4)} fill="var(--overflow)" />;

/** Name and sign of what a plot of one lane draws, and whether it is of two lanes. */
const each: readonly (readonly [string, ReactNode, isOfTwo?: boolean])[] = [
  ['real, as sent', stroke('real', 1.7)],
  ['projected', stroke('real', 1.5, '4 3')],
  ['real of the baseline', stroke('ink3', 1, '1 2.5'), true],
  ['decision', stroke('decision', 1.3)],
  ['heuristic', stroke('heuristic', 1.4, '1.5 2.5')],
  ['threshold', stroke('threshold', 1.2)],
  ['window', stroke('window', 1.8)],
  ['limit', stroke('overflow', 1, '1 3')],
  ['overflow', overflow],
  [
    'real less the baseline’s',
    <path key="" d="M0 9L11 2L22 5V9Z" fill="var(--accent)" fillOpacity={0.3} />,
    true,
  ],
];

/** Of the plot of all lanes. */
const together: readonly (readonly [string, ReactNode])[] = [
  ['real, as sent: a colour and a letter for each lane', stroke('real', 1.5)],
  ['of the baseline', stroke('real', 3.2)],
  ['projected', stroke('real', 1.5, '4 3')],
  ['threshold', stroke('real', 1, '1 3')],
  ['overflow', overflow],
];

/** What the lines of the lanes' plots are, and how many of the steps are drawn. */
export function LaneLegend(props: {
  readonly isTogether: boolean;
  readonly plots: readonly (ChartRows | null)[];
}) {
  const { isTogether, plots } = props;
  // Without another lane nothing is drawn beside the baseline.
  const signs = isTogether
    ? together
    : plots.length > 1
      ? each
      : each.filter(([, , isOfTwo]) => isOfTwo !== true);
  const most = plots.reduce((a, b) => ((b?.total ?? 0) > (a?.total ?? 0) ? b : a), null);
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-4 pt-2 text-sm text-ink2">
      {signs.map(([name, sign]) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <svg width={22} height={10} aria-hidden="true" fill="none">
            {sign}
          </svg>
          {name}
        </li>
      ))}
      {most === null || most.drawn >= most.total ? null : (
        <li data-drawn="" className="ml-auto text-ink3">
          {formatInteger(most.drawn)} of {formatInteger(most.total)} steps drawn
        </li>
      )}
    </ul>
  );
}
