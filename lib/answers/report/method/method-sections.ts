import { accuracySections } from './accuracy-sections';
import { compactionSections } from './compaction-sections';
import { requestSections } from './request-sections';
import type { MethodSection } from './section';

/** Every assumption of the projection, in the order in which a request is rebuilt. */
export const methodSections = (): readonly MethodSection[] => [
  ...requestSections,
  ...compactionSections(),
  ...accuracySections,
];
