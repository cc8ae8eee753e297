/** The page /seeds: every section, computed once. */
import { bufferSection } from './buffer-table';
import { differenceSection } from './versions/differences';
import type { SeedsSection } from './figure';
import { flowSection } from './flow/flow';
import { formulaSection } from './formula-section';
import { goatSection } from './goat/goat-section';
import { incidentSection } from './incident/incident';
import { observationsSection } from './observations/observations';
import { recentTailSection } from './recent-tail';
import { missingUsageSection } from './safeguards/missing-usage';
import { safeguardsSection } from './safeguards/safeguards-section';
import { summaryCapSection } from './summary-caps';
import { timingGapSection } from './timing-gap';
import { versionSection } from './versions/versions-table';
import { watermarkSection } from './watermark-bug';

let computed: readonly SeedsSection[] | null = null;

/** The sections in reading order; always the same objects, since their content never changes. */
export function seedsSections(): readonly SeedsSection[] {
  computed ??= [
    bufferSection(),
    formulaSection(),
    flowSection(),
    timingGapSection(),
    recentTailSection(),
    incidentSection(),
    watermarkSection(),
    missingUsageSection(),
    summaryCapSection(),
    safeguardsSection(),
    observationsSection(),
    goatSection(),
    versionSection(),
    differenceSection(),
  ];
  return computed;
}
