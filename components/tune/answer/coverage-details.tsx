import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatFixed, formatInteger } from '@/lib/engine/base/format';
import type { Coverage, RatioRow } from '@/lib/tuning/evidence/coverage';

/** What a corpus is made of: usage, beginnings, limits, and real ÷ heuristic by model and category. */
export function CoverageDetails({ coverage }: { readonly coverage: Coverage }) {
  const { recorded, withoutUsage, startsInMiddle, unknownLimit, byModel, byCategory } = coverage;
  return (
    <div className="grid w-full gap-x-8 gap-y-3 py-2 min-[900px]:grid-cols-3">
      <dl className="space-y-0.5">
        <Fact name="No usage" text={ofAll(withoutUsage, recorded)} />
        <Fact name="Starts in the middle" text={ofAll(startsInMiddle, recorded)} />
        <Fact name="Limit unknown" text={ofAll(unknownLimit, recorded)} />
      </dl>
      <Ratios title="real ÷ heuristic by model" rows={byModel} />
      <Ratios
        title="growth of real ÷ growth of the heuristic, by what was added"
        rows={byCategory}
      />
    </div>
  );
}

const ofAll = (count: number, all: number): string =>
  `${formatInteger(count)} of ${counted(all, 'session')}`;

const Fact = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div className="flex justify-between gap-4">
    <dt>{name}</dt>
    <dd className="text-ink">{text}</dd>
  </div>
);

const ratioColumns: readonly Column<RatioRow>[] = [
  {
    id: 'name',
    head: <span className="sr-only">name</span>,
    cell: ({ of }) => <ForeignText text={of} />,
  },
  figureColumn('steps', ({ n }) => formatInteger(n)),
  figureColumn('p10', ({ p10 }) => formatFixed(p10, 2)),
  figureColumn('median', ({ median }) => formatFixed(median, 2), { cellClass: 'text-ink' }),
  figureColumn('p90', ({ p90 }) => formatFixed(p90, 2)),
];

const Ratios = (props: { readonly title: string; readonly rows: readonly RatioRow[] }) => (
  <DataTable
    caption={props.title}
    captionClass="text-left text-xs text-ink3"
    className="w-full self-start"
    headClass="text-xs text-ink3"
    rowClass=""
    cellClass=""
    columns={ratioColumns}
    rows={props.rows}
    keyOf={({ of }) => of}
  />
);
