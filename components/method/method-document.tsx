import { cellColumns } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { Contents } from '@/components/ui/text/contents';
import { SiteHeader } from '@/components/ui/site-header';
import { methodSections } from '@/lib/answers/report/method/method-sections';
import type { Assumption, MethodSection, MethodTable } from '@/lib/answers/report/method/section';

/** Every assumption behind a projected number: its evidence, its n, where it fails. */
export function MethodDocument() {
  const sections = methodSections();
  return (
    <div className="min-h-full">
      <div className="sticky top-0 z-10">
        <SiteHeader title="Method" />
      </div>
      <div className="mx-auto flex max-w-6xl flex-col px-4 pb-24 lg:flex-row lg:gap-12 lg:px-8">
        <Contents sections={sections} />
        <main id="main" className="max-w-[880px] min-w-0 flex-1">
          <p className="max-w-[72ch] pt-6 text-lg">
            A what-if sends requests that nobody sent. Their real tokens are projected; this is
            every assumption that a projected number rests on, with its evidence, and the recordings
            on which it fails.
          </p>
          {sections.map((section, i) => (
            <SectionBlock key={section.id} section={section} number={i + 1} />
          ))}
        </main>
      </div>
    </div>
  );
}

function SectionBlock(props: { readonly section: MethodSection; readonly number: number }) {
  const { section, number } = props;
  const { id, title, lead, tables, assumptions } = section;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 pt-10">
      <h2 id={`${id}-title`} className="text-2xl font-semibold tracking-tight">
        <a href={`#${id}`}>
          <span className="mr-2 font-normal text-ink3">{number}</span>
          {title}
        </a>
      </h2>
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
    </section>
  );
}

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
