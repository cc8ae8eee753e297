import { Contents } from '@/components/ui/text/contents';
import { SiteHeader } from '@/components/ui/site-header';
import type { SeedsSection } from '@/lib/answers/report/seeds/figure';
import { FigureTable } from './figure-table';

/** The seeds' tables, as the build computed them. */
export function SeedsDocument({ sections }: { readonly sections: readonly SeedsSection[] }) {
  return (
    <div className="min-h-full">
      <div className="sticky top-0 z-10">
        <SiteHeader title="Seeds" />
      </div>
      <div className="mx-auto flex max-w-6xl flex-col px-4 pb-24 lg:flex-row lg:gap-12 lg:px-8">
        <Contents sections={sections} />
        <main id="main" className="max-w-[880px] min-w-0 flex-1">
          <p className="max-w-[72ch] pt-6 text-lg">
            The tables of the seed documents, recomputed by the core that replays your sessions.
            Below each figure stands the document’s, with = or ≠ and the reason for a difference.
          </p>
          {sections.map((section, i) => (
            <SectionBlock key={section.id} section={section} number={i + 1} />
          ))}
        </main>
      </div>
    </div>
  );
}

/** One numbered section. */
function SectionBlock(props: { readonly section: SeedsSection; readonly number: number }) {
  const { section, number } = props;
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
      {parts.map((part) => (
        <FigureTable key={part.id} table={part} />
      ))}
    </section>
  );
}
