import type { ReactNode } from 'react';
import { SiteHeader } from '../site-header';
import { Contents } from './contents';

/** A section of a document, as its contents name it. */
interface DocumentPart {
  readonly id: string;
  readonly title: string;
}

/** A page to read: its contents beside numbered sections. */
export function DocumentPage<Section extends DocumentPart>(props: {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly Section[];
  readonly children: (section: Section) => ReactNode;
}) {
  const { title, lead, sections, children } = props;
  return (
    <div className="min-h-full">
      <div className="sticky top-0 z-10">
        <SiteHeader title={title} />
      </div>
      <div className="mx-auto flex max-w-6xl flex-col px-4 pb-24 lg:flex-row lg:gap-12 lg:px-8">
        <Contents sections={sections} />
        <main id="main" className="max-w-[880px] min-w-0 flex-1">
          <p className="max-w-[72ch] pt-6 text-lg">{lead}</p>
          {sections.map((section, i) => (
            <section
              key={section.id}
              id={section.id}
              aria-labelledby={`${section.id}-title`}
              className="scroll-mt-16 pt-10"
            >
              <h2 id={`${section.id}-title`} className="text-2xl font-semibold tracking-tight">
                <a href={`#${section.id}`}>
                  <span className="mr-2 font-normal text-ink3">{i + 1}</span>
                  {section.title}
                </a>
              </h2>
              {children(section)}
            </section>
          ))}
        </main>
      </div>
    </div>
  );
}
