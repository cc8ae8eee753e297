/** The page /seeds: every section, computed once. */
import { bufferSection } from './buffer-table';
import { crushGapTable } from './timing-gap/crush-gap';
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
import { timingGapSection } from './timing-gap/timing-gap';
import { versionSection } from './versions/versions-table';
import { watermarkSection } from './watermark-bug';

/** The documents set Crush against the gap, so it stands behind the proofs. */
const withCrush = (gap: SeedsSection): SeedsSection => ({
  ...gap,
  parts: [...gap.parts, crushGapTable()],
});

let computed: readonly SeedsSection[] | null = null;

/** The sections in reading order; always the same objects, since their content never changes. */
export function seedsSections(): readonly SeedsSection[] {
  computed ??= [
    bufferSection(),
    formulaSection(),
    flowSection(),
    withCrush(timingGapSection()),
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
