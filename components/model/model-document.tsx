import type { ReactNode } from 'react';
import { SiteHeader } from '@/components/ui/site-header';
import { differenceTable } from '@/lib/report/model/differences';
import type { ModelSection } from '@/lib/report/model/figure';
import { modelSections } from '@/lib/report/model/sections';
import { versionTotalsTable } from '@/lib/report/model/version-totals';
import { versionRows } from '@/lib/report/model/versions-table';
import { findScenario } from '@/lib/scenarios/library';
import { BufferCalculator } from './buffer-calculator';
import { FormulaEditor } from './formula-editor';
import { LateTable } from './late-table';
import { readModelView, type ModelView } from './model-url';
import { SectionBlock } from './model-section';
import { OpenVersions } from './open-versions';

/** The seeds' tables and proofs; `search` is the query of the address. */
export function ModelDocument({ search }: { readonly search: string }) {
  const sections = modelSections();
  const view = readModelView(search);
  return (
    <div className="min-h-dvh">
      <div className="sticky top-0 z-10">
        <SiteHeader title="Model" />
      </div>
      <div className="mx-auto flex max-w-6xl flex-col px-4 pb-24 lg:flex-row lg:gap-12 lg:px-8">
        <Contents sections={sections} />
        <main id="main" className="max-w-[880px] min-w-0 flex-1">
          <p className="max-w-[72ch] pt-6 text-lg">
            The tables and proofs of the seed documents, worked out again. Every figure here is
            computed by the core that replays your sessions; below it stands what the document says,
            with = or ≠, and where they differ, why.
          </p>
          {sections.map((section, i) => (
            <SectionBlock
              key={section.id}
              section={section}
              number={i + 1}
              after={extrasOf(section)}
            >
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

/** What stands below a section's tables. */
function extrasOf({ id }: ModelSection): ReactNode {
  if (id === 'versions') return <VersionExtras />;
  if (id !== 'differences') return null;
  return <LateTable table={differenceTable} waiting="Replaying the evidence…" />;
}

/** The production setup of the documents, in a window where the versions differ. */
const SHOWN_SCENARIO = 'brutal/200k_magecproductionscenario';

/** Below the versions: each to be opened, and what each does over the seeds' sessions. */
function VersionExtras() {
  const scenario = findScenario(SHOWN_SCENARIO);
  const versions = versionRows().map(({ version, policy, preset, settings }) => ({
    version,
    policy,
    preset,
    settings,
  }));
  return (
    <>
      {scenario === undefined ? null : (
        <OpenVersions
          versions={versions}
          scenario={{ name: scenario.name, sessions: [scenario.session] }}
        />
      )}
      <LateTable table={versionTotalsTable} waiting="Replaying 92 sessions…" />
    </>
  );
}

function Contents({ sections }: { readonly sections: readonly ModelSection[] }) {
  return (
    <nav
      aria-label="Contents"
      className="shrink-0 pt-5 lg:sticky lg:top-12 lg:max-h-[calc(100dvh-3rem)] lg:w-48 lg:self-start lg:overflow-y-auto lg:pt-8"
    >
      <ol className="flex flex-wrap gap-x-4 gap-y-1.5 lg:flex-col">
        {sections.map(({ id, title }, i) => (
          <li key={id} className="flex gap-2">
            <span className="text-right text-ink3 lg:w-3">{i + 1}</span>
            <a href={`#${id}`} className="text-ink2 hover:text-ink">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
