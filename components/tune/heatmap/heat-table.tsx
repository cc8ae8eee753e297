import type { HeatRows } from '@/components/charts/tune/heat-rows';
import { figureOf } from '@/lib/tuning/figures/figure';
import { valueText } from '@/lib/engine/policy/setting-text';
import type { HeatInput } from '../model/heat-view';

/** The heat map's numbers as a table: rows and columns are those of the map. */
export function HeatTable({ rows, input }: { readonly rows: HeatRows; readonly input: HeatInput }) {
  const { x, y } = input;
  const columns = x.values.length;
  const lines = [...(y?.values ?? [NaN]).keys()].reverse();
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={`${rows.label}, as a table`}
      className="max-h-96 overflow-auto"
    >
      <table className="text-right text-sm">
        <caption className="sr-only">
          {shown(input)} of the recorded sessions; ▲ sessions that overflow, ↻ that loop
        </caption>
        <thead>
          <tr>
            <th scope="col" className="px-1.5 text-left font-normal text-ink3">
              {y === null ? '' : `${y.field.short} \\ `}
              {x.field.short}
            </th>
            {x.values.map((value) => (
              <th key={value} scope="col" className="px-1.5 font-normal text-ink3">
                {valueText(x.field, value)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line} className="border-t border-line2">
              <th scope="row" className="px-1.5 text-left font-normal text-ink3">
                {y === null
                  ? shown(input).toLowerCase()
                  : valueText(y.field, y.values[line] ?? NaN)}
              </th>
              {x.values.map((value, column) => {
                const cell = rows.cells[line * columns + column];
                return (
                  <td
                    key={value}
                    className={`px-1.5 ${cell?.kind === 'broken' ? 'text-overflow' : ''}`}
                  >
                    {cell === undefined || cell.kind === 'open'
                      ? '·'
                      : cell.kind === 'outside'
                        ? '–'
                        : cell.text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the cells show: "Compactions", "Cost". */
function shown({ figure }: HeatInput): string {
  const name = figure === null ? 'compactions' : figureOf(figure.figure).name;
  return `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
}
