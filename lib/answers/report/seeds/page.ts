import { findScenario } from '@/lib/readers/scenarios/catalogue';
import type { Scenario } from '@/lib/readers/scenarios/schema';
import type { ModelTable, SeedsSection } from './figure';
import { goatDifferenceTable } from './goat/goat-differences';
import { ablationTable } from './safeguards/safeguards-section';
import { seedsSections } from './sections';
import { differenceTable } from './versions/differences';
import { versionTotalsTable } from './versions/version-totals';
import { versionRows } from './versions/versions-table';

/** Everything that the page /seeds shows, as JSON has it: the build computes it once. */
export interface SeedsPage {
  readonly sections: readonly SeedsSection[];
  /** The versions that open as a session. */
  readonly versions: readonly {
    readonly version: string;
    readonly policy: string;
    readonly preset: string;
    readonly settings: Readonly<Record<string, string | number | boolean>>;
  }[];
  /** The production setup of the documents, which they open. */
  readonly scenario: Scenario;
  /** Tables below a section, by its id: they replay every session of the seeds. */
  readonly tables: Readonly<Record<string, ModelTable>>;
}

/** A window in which the versions differ. */
const SHOWN_SCENARIO = 'brutal/200k_magecproductionscenario';

/** Computes the page; takes seconds. */
export const seedsPage = (): SeedsPage => ({
  sections: seedsSections(),
  scenario: shownScenario(),
  versions: versionRows().map(({ version, policy, preset, settings }) => ({
    ...{ version, policy, preset, settings },
  })),
  tables: {
    versions: versionTotalsTable(),
    goat: goatDifferenceTable(),
    safeguards: ablationTable(),
    differences: differenceTable(),
  },
});

function shownScenario(): Scenario {
  const found = findScenario(SHOWN_SCENARIO);
  if (found === undefined) throw new Error(`The catalogue has no scenario ${SHOWN_SCENARIO}`);
  return { name: found.name, sessions: [found.session] };
}
