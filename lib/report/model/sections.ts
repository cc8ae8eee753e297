/** The page /model: every section, computed once. */
import { bufferSection } from './buffer-table';
import { differenceSection } from './differences';
import type { ModelSection } from './figure';
import { formulaSection } from './formula-section';
import { incidentSection } from './incident';
import { recentTailSection } from './recent-tail';
import { summaryCapSection } from './summary-caps';
import { timingGapSection } from './timing-gap';
import { versionSection } from './versions-table';
import { watermarkSection } from './watermark-bug';

let computed: readonly ModelSection[] | null = null;

/** The sections in reading order; the same objects each time, for nothing they hold can change. */
export function modelSections(): readonly ModelSection[] {
  computed ??= [
    bufferSection(),
    formulaSection(),
    timingGapSection(),
    recentTailSection(),
    incidentSection(),
    watermarkSection(),
    summaryCapSection(),
    versionSection(),
    differenceSection(),
  ];
  return computed;
}
