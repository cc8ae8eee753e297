import { type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import type { Figure, ModelTable } from '@/lib/answers/report/seeds/figure';
import { AgreementMark } from './agreement-mark';
import { FigureValue } from './figure-value';
import { PartFrame } from './part-frame';

/** Alignment: words left, numbers and yes or no right. */
const isWord = (figure: Figure | undefined): boolean => typeof figure?.value === 'string';

/** True for a date, which must not break at its hyphens. */
const isDate = (figure: Figure | undefined): boolean =>
  typeof figure?.value === 'string' && /^\d{4}-\d\d-\d\d$/.test(figure.value);

/** A table of figures: the formula of each column is below its heading. */
export function FigureTable({ table }: { readonly table: ModelTable }) {
  const { columns, rows, caption } = table;
  const words = columns.map((_, i) => isWord(rows[0]?.[i]));
  const formulas = columns.some(({ how }) => how !== undefined);
  return (
    <PartFrame part={table}>
      <DataTable
        label={caption}
        boxRole="group"
        caption={null}
        boxClass="mt-2 overflow-x-auto"
        className="w-full"
        headClass="border-b text-sm text-ink2"
        rowClass="border-b border-line2 align-top"
        cellClass="px-2 py-1 first:pl-0 last:pr-0"
        columns={columns.map(({ label, how }, at): Column<readonly Figure[]> => ({
          id: `${at} ${label}`,
          head: <Head label={label} how={formulas ? (how ?? ' ') : null} />,
          align: words[at] === true ? 'left' : 'right',
          headClass: 'align-bottom',
          cellClass: (row) => (words[at] === true && !isDate(row[at]) ? '' : 'whitespace-nowrap'),
          cell: (row) => <Cell figure={row[at]} />,
        }))}
        rows={rows}
        keyOf={(_, at) => at}
      />
    </PartFrame>
  );
}

/** A heading, and the formula of its column. */
const Head = ({ label, how }: { readonly label: string; readonly how: string | null }) => (
  <>
    <span className="block text-ink">{label}</span>
    {how === null ? null : (
      <span className="block max-w-40 min-w-14 font-mono text-xs leading-snug text-ink3 [th.text-right_&]:ml-auto">
        {how}
      </span>
    )}
  </>
);

const Cell = ({ figure }: { readonly figure: Figure | undefined }) =>
  figure === undefined ? null : (
    <>
      <FigureValue figure={figure} />
      {figure.said === undefined ? null : (
        <span className="block leading-tight">
          <AgreementMark figure={figure} />
        </span>
      )}
    </>
  );
