import type { ModelList } from '@/lib/answers/report/seeds/figure';
import { AgreementMark } from './agreement-mark';
import { FigureValue } from './figure-value';
import { PartFrame } from './part-frame';

/** A list of figures: name, value, the document's value and the formula. */
export function FigureList({ list }: { readonly list: ModelList }) {
  const documented = list.lines.some(({ figure }) => figure.said !== undefined);
  return (
    <PartFrame part={list}>
      <table className="mt-2 w-full border-collapse">
        <thead>
          <tr className="border-b text-sm">
            <th scope="col" className="w-[27%] pb-1 text-left font-normal">
              <span className="sr-only">figure</span>
            </th>
            <th scope="col" className="w-[13%] pb-1 text-right font-normal">
              computed
            </th>
            {documented ? (
              <th scope="col" className="w-[19%] pb-1 pl-3 text-left font-normal">
                document
              </th>
            ) : null}
            <th scope="col" className="pb-1 pl-3 text-left font-normal">
              how
            </th>
          </tr>
        </thead>
        <tbody>
          {list.lines.map(({ label, figure, how }, i) => (
            <tr key={i} className="border-b border-line2 align-baseline">
              <th scope="row" className="py-1 pr-2 text-left font-normal text-ink2">
                {label}
              </th>
              <td className="py-1 text-right">
                <FigureValue figure={figure} />
              </td>
              {documented ? (
                <td className="py-1 pl-3">
                  <AgreementMark figure={figure} />
                </td>
              ) : null}
              <td className="py-1 pl-3 text-sm text-ink2">{how}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PartFrame>
  );
}
