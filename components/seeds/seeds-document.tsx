import type { ReactNode } from 'react';
import { Contents } from '@/components/ui/text/contents';
import { SiteHeader } from '@/components/ui/site-header';
import type { SeedsSection } from '@/lib/answers/report/seeds/figure';
import type { SeedsPage } from '@/lib/answers/report/seeds/page';
import { BufferCalculator } from './buffer-calculator';
import { FormulaEditor } from './formula-editor';
import { readSeedsState, type SeedsState } from './seeds-url';
import { OpenVersions } from './open-versions';
import { FigureTable } from './figure-table';
import { FigureList } from './figure-list';

/** The seeds' tables and proofs, as the build computed them; `search` is the query of the address. */
export function SeedsDocument(props: { readonly page: SeedsPage; readonly search: string }) {
  const { page, search } = props;
  const { sections } = page;
  const view = readSeedsState(search);
  return (
    <div className="min-h-full">
      <div className="sticky top-0 z-10">
        <SiteHeader title="Seeds" />
      </div>
      <div className="mx-auto flex max-w-6xl flex-col px-4 pb-24 lg:flex-row lg:gap-12 lg:px-8">
        <Contents sections={sections} />
        <main id="main" className="max-w-[880px] min-w-0 flex-1">
          <p className="max-w-[72ch] pt-6 text-lg">
            The tables and proofs of the seed documents, recomputed by the core that replays your
            sessions. Below each figure stands the document’s, with = or ≠ and the reason for a
            difference.
          </p>
          {sections.map((section, i) => (
            <SectionBlock
              key={section.id}
              section={section}
              number={i + 1}
              after={<Extras id={section.id} page={page} />}
            >
              {editorOf(section, view)}
            </SectionBlock>
          ))}
        </main>
      </div>
    </div>
  );
}

/** The editable part of a section. */
function editorOf({ id }: SeedsSection, view: SeedsState): ReactNode {
  if (id === 'buffer') return <BufferCalculator initial={view.bufferWindow} />;
  return id === 'formula' ? <FormulaEditor initial={view.operands} /> : null;
}

/** Content below a section's tables: the versions to open, and what takes the build longest. */
function Extras({ id, page }: { readonly id: string; readonly page: SeedsPage }) {
  const table = page.tables[id];
  return (
    <>
      {id === 'versions' ? (
        <OpenVersions versions={page.versions} scenario={page.scenario} />
      ) : null}
      {table === undefined ? null : <FigureTable table={table} />}
    </>
  );
}

/** One numbered section; `children` stand between its text and its tables, `after` below them. */
function SectionBlock(props: {
  readonly section: SeedsSection;
  readonly number: number;
  readonly children?: ReactNode;
  readonly after?: ReactNode;
}) {
  const { section, number, children, after } = props;
  const { id, title, lead, parts } = section;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 pt-10">
      <h2 id={`${id}-title`} className="text-2xl font-semibold tracking-tight">
        <a href={`#${id}`} className="group">
          <span className="mr-2 font-normal text-ink3">{number}</span>
          {title}
        </a>
      </h2>
      {lead.map((paragraph) => (
        <p key={paragraph} className="mt-2 max-w-[72ch] text-ink2">
          {paragraph}
        </p>
      ))}
      {children}
      {parts.map((part) =>
        part.kind === 'table' ? (
          <FigureTable key={part.id} table={part} />
        ) : (
          <FigureList key={part.id} list={part} />
        ),
      )}
      {after}
    </section>
  );
}
