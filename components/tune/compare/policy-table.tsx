import { formatInteger } from '@/lib/engine/base/format';
import type { Figure } from '@/lib/tuning/figures/figure';
import type { ComparedCell, ComparedPolicy } from '../model/compared-view';
import { CEILING } from '../state/sweep-plan';

const weightOf = (id: string, chosen: string): string =>
  id === chosen ? 'font-medium text-accent' : id === CEILING.id ? 'font-medium' : 'text-ink2';

/** The policies and their value at the largest window. */
export const PolicyKey = (props: {
  readonly policies: readonly ComparedPolicy[];
  readonly chosen: string;
  /** The figure that is drawn; null for steps per compaction. */
  readonly drawn: Figure | null;
}) => (
  <ul className="w-44 shrink-0 self-center text-sm">
    {props.policies.map(({ id, label, cells }) => (
      <li key={id} className={`flex justify-between gap-2 ${weightOf(id, props.chosen)}`}>
        <span className="truncate" title={label}>
          {label}
        </span>
        {props.drawn === null ? (
          <CellText cell={cells.at(-1)} />
        ) : (
          <FigureText figure={props.drawn} cell={cells.at(-1)} />
        )}
      </li>
    ))}
  </ul>
);

/** The chart's numbers; a figure that was asked for stands below each. */
export const PolicyTable = (props: {
  readonly policies: readonly ComparedPolicy[];
  readonly windows: readonly number[];
  readonly chosen: string;
  readonly figure: Figure | null;
}) => (
  <div
    tabIndex={0}
    role="region"
    aria-label="Policies by window, as a table"
    className="max-h-64 overflow-auto px-4 pb-2"
  >
    <table className="w-full text-right text-sm">
      <caption className="sr-only">
        Steps per compaction; ▲ sessions that overflow, ↻ that loop
        {props.figure === null
          ? ''
          : `; below them ${props.figure.name} of all sessions that have it`}
      </caption>
      <thead>
        <tr className="text-ink3">
          <th scope="col" className="text-left font-normal">
            policy
          </th>
          {props.windows.map((window) => (
            <th key={window} scope="col" className="pl-2 font-normal">
              {formatInteger(window)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.policies.map(({ id, label, cells }) => (
          <tr key={id} className="h-6 border-t border-line2">
            <th scope="row" className={`text-left font-normal ${weightOf(id, props.chosen)}`}>
              {label}
            </th>
            {cells.map((cell, at) => (
              <td key={at} className="pl-2 whitespace-nowrap">
                <CellText cell={cell} />
                {props.figure === null ? null : (
                  <span className="block text-ink3">
                    <FigureText figure={props.figure} cell={cell} />
                  </span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function CellText({ cell }: { readonly cell: ComparedCell | undefined }) {
  if (cell?.known !== true) return <span className="text-ink3">·</span>;
  const { steps, overflowing, looping } = cell;
  return (
    <span className="whitespace-nowrap">
      {overflowing > 0 ? (
        <span className="text-overflow">▲ {formatInteger(overflowing)} </span>
      ) : null}
      {looping > 0 ? <span className="text-overflow">↻ {formatInteger(looping)} </span> : null}
      {steps === null ? 'none' : formatInteger(Math.round(steps))}
    </span>
  );
}

const FigureText = (props: {
  readonly figure: Figure;
  readonly cell: ComparedCell | undefined;
}) => {
  const value = props.cell?.figure ?? null;
  return value === null ? <span className="text-ink3">·</span> : props.figure.text(value);
};
