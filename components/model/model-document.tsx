import type { ReactNode } from 'react';
import { SiteHeader } from '@/components/ui/site-header';
import type { ModelSection } from '@/lib/report/model/figure';
import { modelSections } from '@/lib/report/model/sections';
import { BufferCalculator } from './buffer-calculator';
import { FormulaEditor } from './formula-editor';
import { readModelView, type ModelView } from './model-url';
import { SectionBlock } from './model-section';

/** The seeds' tables and proofs; `search` is the query of the address. */
export function ModelDocument({ search }: { readonly search: string }) {
  const sections = modelSections();
  const view = readModelView(search);
  return (
    <div className="min-h-dvh">
      <div className="sticky top-0 z-10">
        <SiteHeader title="Model" />
      </div>
      <div className="mx-auto flex max-w-6xl gap-12 px-4 pb-24 lg:px-8">
        <Contents sections={sections} />
        <main id="main" className="max-w-[880px] min-w-0 flex-1">
          <p className="max-w-[72ch] pt-6 text-lg">
            The tables and proofs of the seed documents, worked out again. Every figure here is
            computed by the core that replays your sessions; below it stands what the document says,
            with = or ≠, and where they differ, why.
          </p>
          {sections.map((section, i) => (
            <SectionBlock key={section.id} section={section} number={i + 1}>
              {editorOf(section, view)}
            </SectionBlock>
          ))}
        </main>
      </div>
    </div>
  );
}

/** The part of a section that the reader can change. */
function editorOf({ id }: ModelSection, view: ModelView): ReactNode {
  if (id === 'buffer') return <BufferCalculator initial={view.bufferWindow} />;
  return id === 'formula' ? <FormulaEditor initial={view.operands} /> : null;
}

function Contents({ sections }: { readonly sections: readonly ModelSection[] }) {
  return (
    <nav
      aria-label="Contents"
      className="sticky top-12 hidden max-h-[calc(100dvh-3rem)] w-48 shrink-0 self-start overflow-y-auto pt-8 lg:block"
    >
      <ol className="flex flex-col gap-1.5">
        {sections.map(({ id, title }, i) => (
          <li key={id} className="flex gap-2">
            <span className="w-3 text-right text-ink3">{i + 1}</span>
            <a href={`#${id}`} className="text-ink2 hover:text-ink">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
