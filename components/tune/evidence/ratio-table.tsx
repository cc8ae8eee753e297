import {
  RatioAxis,
  RatioGuides,
  RatioRidge,
  type RatioGuide,
  type RatioSpan,
} from '@/components/charts/tune/ratio-ridge';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatFixed, formatInteger } from '@/lib/engine/base/format';
import type { ModelRatios } from '@/lib/tuning/evidence/ratio-report';

/** Ratios by model: their distribution, and the share of steps that each value covers. */
export function RatioTable(props: {
  readonly models: readonly ModelRatios[];
  readonly values: readonly number[];
  readonly guides: readonly RatioGuide[];
  readonly span: RatioSpan;
}) {
  const { models, values, guides, span } = props;
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label="Ratios by model"
      className="overflow-x-auto px-4 pb-3"
    >
      <table className="w-full text-right text-sm">
        <caption className="sr-only">
          Real ÷ heuristic by model, and the share of steps in per cent that each value covers
        </caption>
        <thead className="text-xs text-ink3">
          <tr>
            <th scope="col" className="text-left font-normal">
              model
            </th>
            <th scope="col" className="w-[480px] font-normal max-[1000px]:w-52">
              <RatioGuides lines={guides} span={span} />
            </th>
            <th scope="col" className="px-2 font-normal">
              steps
            </th>
            <th scope="col" className="px-2 font-normal">
              median
            </th>
            {values.map((value) => (
              <th key={value} scope="col" className="px-2 font-normal whitespace-nowrap">
                ≤ {formatFixed(value, 1)}, %
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map(({ model, generated, steps, median, p99, covered, density }) => (
            <tr key={`${model} ${generated}`} className={generated ? 'text-ink3' : ''}>
              <th scope="row" className="pr-3 text-left font-normal whitespace-nowrap">
                <ForeignText text={model} />
                {generated ? ' · generated' : ''}
              </th>
              <td className="p-0">
                <RatioRidge
                  shares={density}
                  median={median}
                  high={p99}
                  lines={guides}
                  span={span}
                />
              </td>
              <td className="border-b border-line2 px-2">{formatInteger(steps)}</td>
              <td className="border-b border-line2 px-2">{formatFixed(median, 2)}</td>
              {covered.map((share, at) => (
                <td key={values[at]} className="border-b border-line2 px-2">
                  {percent(share)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="text-xs">
          <tr>
            <td />
            <td className="p-0">
              <RatioAxis span={span} />
            </td>
            <td colSpan={values.length + 2} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** 0.9985 → "99.8": never rounded up to all. */
const percent = (share: number): string =>
  share === 1 ? '100' : share === 0 ? '0' : formatFixed(Math.floor(share * 1000) / 10, 1);
