import { Fragment, type ReactNode } from 'react';
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
              after={
                section.id === 'versions' ? (
                  <OpenVersions versions={page.versions} scenario={page.scenario} />
                ) : null
              }
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

/** One numbered section; `children` stand above its tables, `after` below the first of them. */
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
      {parts.map((part, i) => (
        <Fragment key={part.id}>
          {part.kind === 'table' ? <FigureTable table={part} /> : <FigureList list={part} />}
          {i === 0 ? after : null}
        </Fragment>
      ))}
    </section>
  );
}
