import { Suspense, type ReactNode } from 'react';
import { Contents } from '@/components/ui/text/contents';
import { SiteHeader } from '@/components/ui/site-header';
import { differenceTable } from '@/lib/report/seeds/versions/differences';
import type { SeedsSection, ModelTable } from '@/lib/report/seeds/figure';
import { goatDifferenceTable } from '@/lib/report/seeds/goat/goat-differences';
import { ablationTable } from '@/lib/report/seeds/safeguards/safeguards-section';
import { seedsSections } from '@/lib/report/seeds/sections';
import { versionTotalsTable } from '@/lib/report/seeds/versions/version-totals';
import { versionRows } from '@/lib/report/seeds/versions/versions-table';
import { findScenario } from '@/lib/scenarios/catalogue';
import { BufferCalculator } from './buffer-calculator';
import { FormulaEditor } from './formula-editor';
import { readSeedsState, type SeedsState } from './seeds-url';
import { OpenVersions } from './open-versions';
import { FigureTable } from './figure-table';
import { FigureList } from './figure-list';

/** The seeds' tables and proofs; `search` is the query of the address. */
export function SeedsDocument({ search }: { readonly search: string }) {
  const sections = seedsSections();
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

/** The editable part of a section. */
function editorOf({ id }: SeedsSection, view: SeedsState): ReactNode {
  if (id === 'buffer') return <BufferCalculator initial={view.bufferWindow} />;
  return id === 'formula' ? <FormulaEditor initial={view.operands} /> : null;
}

/** Content below a section's tables. */
function extrasOf({ id }: SeedsSection): ReactNode {
  if (id === 'versions') return <VersionExtras />;
  if (id === 'goat') {
    return <LateTable table={goatDifferenceTable} waiting="Replaying 92 sessions…" />;
  }
  if (id === 'safeguards') {
    return <LateTable table={ablationTable} waiting="Replaying every scenario without each…" />;
  }
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

/** A table that takes a while: the page above it is sent first, with `waiting` in its place. */
function LateTable(props: { readonly table: () => ModelTable; readonly waiting: string }) {
  const { table, waiting } = props;
  return (
    <Suspense fallback={<p className="mt-6 text-ink3">{waiting}</p>}>
      <Computed table={table} />
    </Suspense>
  );
}

async function Computed({ table }: { readonly table: () => ModelTable }) {
  await new Promise((resolve) => setTimeout(resolve));
  return <FigureTable table={table()} />;
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
