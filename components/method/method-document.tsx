import { cellColumns } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { DocumentPage } from '@/components/ui/text/document-page';
import { methodSections } from '@/lib/answers/report/method/method-sections';
import type { Assumption, MethodTable } from '@/lib/answers/report/method/section';

const LEAD =
  'A what-if sends requests that nobody sent. Their real tokens are projected; this is every assumption that a projected number rests on, with its evidence, and the recordings on which it fails.';

/** Every assumption behind a projected number: its evidence, its n, where it fails. */
export const MethodDocument = () => (
  <DocumentPage title="Method" lead={LEAD} sections={methodSections()}>
    {({ lead, tables, assumptions }) => (
      <>
        <p className="mt-2 max-w-[72ch] text-ink2">{lead}</p>
        {tables.map((table) => (
          <FactTable key={table.caption} table={table} />
        ))}
        {assumptions.length === 0 ? null : (
          <ul className="mt-4 border-t border-line">
            {assumptions.map((one) => (
              <AssumptionItem key={one.claim} one={one} />
            ))}
          </ul>
        )}
      </>
    )}
  </DocumentPage>
);

function AssumptionItem({ one }: { readonly one: Assumption }) {
  const { claim, evidence, n, fails } = one;
  return (
    <li className="border-b border-line2 py-2.5">
      <p className="max-w-[72ch] font-medium">{claim}</p>
      <dl className="mt-1.5 grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[1.4fr_0.7fr_1.4fr]">
        <Term name="Evidence" text={evidence} />
        <Term name="n" text={n} />
        <Term name="Fails on" text={fails} />
      </dl>
    </li>
  );
}

const Term = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div>
    <dt className="text-ink3">{name}</dt>
    <dd className="text-ink2">{text}</dd>
  </div>
);

/** A table; the first cell of a row is its heading. */
const FactTable = ({ table: { caption, columns, rows } }: { readonly table: MethodTable }) => (
  <div className="mt-4">
    <h3 className="font-medium">{caption}</h3>
    <DataTable
      label={caption}
      className="mt-1.5 w-full"
      cellClass="px-2 py-1 align-top first:pl-0 last:pr-0"
      columns={cellColumns(
        columns.map(({ label, number = false }, at) => ({
          id: label,
          align: number ? 'right' : 'left',
          className: number ? 'whitespace-nowrap' : '',
          cellClass: at === 0 ? '' : 'text-ink2',
        })),
      )}
      rows={rows}
      keyOf={(cells) => cells.join(' ')}
    />
  </div>
);
