import { figureColumn } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
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
  <DataTable
    label="Policies by window, as a table"
    caption={`Steps per compaction; ▲ sessions that overflow, ↻ that loop${
      props.figure === null ? '' : `; below them ${props.figure.name} of all sessions that have it`
    }`}
    boxClass="max-h-64 overflow-auto px-4 pb-2"
    className="w-full text-sm"
    headClass="text-ink3"
    rowClass="h-6 border-t border-line2"
    cellClass="pl-2 first:pl-0"
    columns={[
      {
        id: 'policy',
        cellClass: ({ id }) => weightOf(id, props.chosen),
        cell: ({ label }) => label,
      },
      ...props.windows.map((window, at) =>
        figureColumn<ComparedPolicy>(
          String(window),
          ({ cells }) => (
            <>
              <CellText cell={cells[at]} />
              {props.figure === null ? null : (
                <span className="block text-ink3">
                  <FigureText figure={props.figure} cell={cells[at]} />
                </span>
              )}
            </>
          ),
          { head: formatInteger(window), cellClass: 'whitespace-nowrap' },
        ),
      ),
    ]}
    rows={props.policies}
    keyOf={({ id }) => id}
  />
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
