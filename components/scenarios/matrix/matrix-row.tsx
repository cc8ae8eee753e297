import { memo } from 'react';
import { classNames } from '@/components/ui/class-names';
import {
  columnName,
  costText,
  type MatrixColumn,
  type MatrixRow as Row,
} from '@/lib/answers/report/outcome/matrix';
import { OutcomeMark, outcomeSentence } from '../outcome-mark';
import { windowName } from '../scenario-filter';
import { nameCell, valueCell } from './widths';

interface MatrixRowProps {
  readonly row: Row;
  readonly columns: readonly MatrixColumn[];
  /** Its place among all rows, from 0, and pixels from the first row's top. */
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** Column of the cell that Tab leads to; −1 where it is another row's. */
  readonly active: number;
  readonly opening: boolean;
  readonly isPriced: boolean;
}

/** A scenario and its outcome under each column. */
export const MatrixRow = memo(
  function MatrixRow(props: MatrixRowProps) {
    const { row, columns, index, top, height, active, opening, isPriced } = props;
    const { id, name, window, outcomes } = row;
    return (
      <tr
        role="row"
        // The heads are the first row.
        aria-rowindex={index + 2}
        className="absolute left-0 flex hover:bg-sel"
        style={{ top, height }}
      >
        <th
          role="rowheader"
          scope="row"
          style={nameCell}
          className={classNames(
            'sticky left-0 z-[5] shrink-0 truncate border-r border-b border-b-line2 bg-bg pr-2 pl-4 font-normal',
            isPriced ? 'leading-11' : 'leading-7',
          )}
          title={name}
        >
          <span className="inline-block w-10 text-sm text-ink3">{windowName(window)}</span>
          {name.replace(/^(4k|8k|200k|1M)_/, '')}
          {opening ? <span className="text-sm text-ink3"> opening…</span> : null}
        </th>
        {columns.map((column, k) => {
          const { key } = column;
          const outcome = outcomes[k];
          const sentence = outcome ? outcomeSentence(outcome) : 'not computed';
          return (
            <td
              key={key}
              role="gridcell"
              data-cell={key}
              data-scenario={id}
              data-row={index}
              data-column={k}
              tabIndex={k === active ? 0 : -1}
              aria-label={`${name}, ${columnName(column)}: ${sentence}`}
              title={sentence}
              style={valueCell}
              className={classNames(
                'shrink-0 cursor-pointer border-b border-line2 px-2 text-right whitespace-nowrap focus-visible:-outline-offset-2',
                isPriced ? 'pt-1 leading-snug' : 'leading-7',
                outcome?.kind === 'overflow' && 'bg-overflow/8',
                outcome?.kind === 'loop' && 'bg-band',
              )}
            >
              {outcome ? <OutcomeMark outcome={outcome} /> : <span className="text-ink3">·</span>}
              {isPriced ? (
                <span className="block text-sm text-ink2">{outcome ? costText(outcome) : ''}</span>
              ) : null}
            </td>
          );
        })}
      </tr>
    );
  },
  (a, b) =>
    a.columns === b.columns &&
    a.index === b.index &&
    a.top === b.top &&
    a.active === b.active &&
    a.opening === b.opening &&
    a.isPriced === b.isPriced &&
    a.row.id === b.row.id &&
    a.row.outcomes.every((outcome, k) => outcome === b.row.outcomes[k]),
);
