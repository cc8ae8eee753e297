import type { HeatRows } from '@/components/charts/tune/heat-rows';
import { figureColumn } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { figureOf } from '@/lib/tuning/figures/figure';
import { valueText } from '@/lib/engine/policy/setting-text';
import type { HeatInput } from '../model/heat-view';

/** The heat map's numbers as a table: rows and columns are those of the map. */
export function HeatTable({ rows, input }: { readonly rows: HeatRows; readonly input: HeatInput }) {
  const { x, y } = input;
  const columns = x.values.length;
  const lines = [...(y?.values ?? [NaN]).keys()].reverse();
  const cellOf = (line: number, column: number) => rows.cells[line * columns + column];
  return (
    <DataTable
      label={`${rows.label}, as a table`}
      caption={`${shown(input)} of the recorded sessions; ▲ sessions that overflow, ↻ that loop`}
      boxClass="max-h-96 overflow-auto"
      className="text-sm"
      headClass="text-ink3"
      rowClass="border-t border-line2"
      cellClass="px-1.5"
      columns={[
        {
          id: `${y === null ? '' : `${y.field.short} \\ `}${x.field.short}`,
          cellClass: 'text-ink3',
          cell: (line) =>
            y === null ? shown(input).toLowerCase() : valueText(y.field, y.values[line] ?? NaN),
        },
        ...x.values.map((value, column) =>
          figureColumn<number>(String(value), (line) => cellText(cellOf(line, column)), {
            head: valueText(x.field, value),
            cellClass: (line) => (cellOf(line, column)?.kind === 'broken' ? 'text-overflow' : ''),
          }),
        ),
      ]}
      rows={lines}
      keyOf={(line) => line}
    />
  );
}

function cellText(cell: HeatRows['cells'][number] | undefined): string {
  if (cell === undefined || cell.kind === 'open') return '·';
  return cell.kind === 'outside' ? '–' : cell.text;
}

/** What the cells show: "Compactions", "Cost". */
function shown({ figure }: HeatInput): string {
  const name = figure === null ? 'compactions' : figureOf(figure.figure).name;
  return `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
}
