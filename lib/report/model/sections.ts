/** The page /model: every section, computed once. */
import { bufferSection } from './buffer-table';
import type { ModelSection } from './figure';
import { formulaSection } from './formula-section';
import { incidentSection } from './incident';
import { summaryCapSection } from './summary-caps';
import { timingGapSection } from './timing-gap';

let computed: readonly ModelSection[] | null = null;

/** The sections in reading order; the same objects each time, for nothing they hold can change. */
export function modelSections(): readonly ModelSection[] {
  computed ??= [
    bufferSection(),
    formulaSection(),
    timingGapSection(),
    incidentSection(),
    summaryCapSection(),
  ];
  return computed;
}
