import {
  RatioAxis,
  RatioGuides,
  RatioRidge,
  type RatioGuide,
  type RatioSpan,
} from '@/components/charts/tune/ratio-ridge';
import { figureColumn } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
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
    <DataTable
      label="Ratios by model"
      caption="Real ÷ heuristic by model, and the share of steps in per cent that each value covers"
      boxClass="overflow-x-auto px-4 pb-3"
      className="w-full text-sm"
      headClass="text-xs text-ink3"
      rowClass=""
      cellClass=""
      columns={[
        { id: 'model', cellClass: 'pr-3 whitespace-nowrap', cell: Model },
        {
          id: 'ridge',
          head: <RatioGuides lines={guides} span={span} />,
          headClass: 'w-[480px] max-[1000px]:w-52',
          cell: ({ density, median, p99 }) => (
            <RatioRidge shares={density} median={median} high={p99} lines={guides} span={span} />
          ),
        },
        figureColumn<ModelRatios>('steps', ({ steps }) => formatInteger(steps), lined),
        figureColumn<ModelRatios>('median', ({ median }) => formatFixed(median, 2), lined),
        ...values.map((value, at) =>
          figureColumn<ModelRatios>(
            `≤ ${formatFixed(value, 1)}, %`,
            ({ covered }) => percent(covered[at] ?? 0),
            lined,
          ),
        ),
      ]}
      rows={models}
      keyOf={({ model, generated }) => `${model} ${generated}`}
      rowAttributes={({ generated }) => ({ className: generated ? 'text-ink3' : '' })}
      foot={
        <tr className="text-xs">
          <td />
          <td className="p-0 text-right">
            <RatioAxis span={span} />
          </td>
          <td colSpan={values.length + 2} />
        </tr>
      }
    />
  );
}

const lined = { className: 'px-2 whitespace-nowrap', cellClass: 'border-b border-line2' };

const Model = ({ model, generated }: ModelRatios) => (
  <>
    <ForeignText text={model} />
    {generated ? ' · generated' : ''}
  </>
);

/** 0.9985 → "99.8": never rounded up to all. */
const percent = (share: number): string =>
  share === 1 ? '100' : share === 0 ? '0' : formatFixed(Math.floor(share * 1000) / 10, 1);
