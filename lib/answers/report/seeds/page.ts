import { findScenario } from '@/lib/readers/scenarios/catalogue';
import type { Scenario } from '@/lib/readers/scenarios/schema';
import type { SeedsSection } from './figure';
import { seedsSections } from './sections';
import { versionRows, type VersionRow } from './versions/versions-table';

/** A version that opens as a session: policy and preset settings. */
export type OpenableVersion = Pick<VersionRow, 'version' | 'policy' | 'preset' | 'settings'>;

/** Everything that the page /seeds shows, as JSON has it: the build computes it once. */
export interface SeedsPage {
  readonly sections: readonly SeedsSection[];
  readonly versions: readonly OpenableVersion[];
  /** The production setup of the documents, which they open. */
  readonly scenario: Scenario;
}

/** A window in which the versions differ. */
const SHOWN_SCENARIO = 'brutal/200k_magecproductionscenario';

/** Computes the page; takes seconds. */
export function seedsPage(): SeedsPage {
  const shown = findScenario(SHOWN_SCENARIO);
  if (shown === undefined) throw new Error(`The catalogue has no scenario ${SHOWN_SCENARIO}`);
  return {
    sections: seedsSections(),
    scenario: { name: shown.name, sessions: [shown.session] },
    versions: versionRows().map(({ version, policy, preset, settings }) => ({
      ...{ version, policy, preset, settings },
    })),
  };
}
