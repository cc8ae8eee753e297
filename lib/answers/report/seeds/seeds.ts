import type { SeedSource } from './figure';

const from =
  (document: string) =>
  (place: string, ...quotes: readonly string[]): SeedSource => ({ document, place, quotes });

/** The seed documents, by their authors' names for them. */
export const investigation = from('investigation-results.md');
export const thresholdFirst = from('threshold-strategy-v1.md');
export const thresholdSecond = from('threshold-strategy-v2.md');
export const goat = from('goat-context-compaction.md');
export const todos = from('todos-and-proposals.md');
export const goldenReadme = from('golden/README.md');
