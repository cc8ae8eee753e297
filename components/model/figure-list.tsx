import type { ModelList } from '@/lib/report/model/figure';
import { FigureValue } from './figure-value';
import { PartFrame } from './part-frame';

/** Figures below each other: what, how much, and the formula beside it. */
export function FigureList({ list }: { readonly list: ModelList }) {
  return (
    <PartFrame part={list}>
      <table className="mt-2 w-full border-collapse">
        <thead className="sr-only">
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">Value</th>
            <th scope="col">How computed</th>
          </tr>
        </thead>
        <tbody>
          {list.lines.map(({ label, figure, how }, i) => (
            <tr key={i} className="border-b border-line2 align-top">
              <th scope="row" className="w-[30%] py-1 pr-2 text-left font-normal text-ink2">
                {label}
              </th>
              <td className="w-[20%] px-2 py-1 text-right">
                <FigureValue figure={figure} />
              </td>
              <td className="py-1 pl-4 text-sm text-ink2">{how}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PartFrame>
  );
}
