/** The sixteen differences between documents and code, each with the core's evidence. */
import { readmeDifferences } from './readme-differences';
import type { NumberedDifference } from './difference';
import {
  boundary,
  defaultFactor,
  retries,
  reset,
  entireConversation,
  firstBytes,
  passedThrough,
  truncation,
} from './differences-early';
import {
  afterCompaction,
  zeroLoops,
  retryCheck,
  names,
  growingSummary,
  lostTail,
  spoofed,
  lostRequest,
} from './differences-late';
import { figure, type SeedsSection, type ModelTable } from '../figure';
import { goldenReadme } from '../seeds';

/** Every difference, by its number. */
export const computedDifferences = (): readonly NumberedDifference[] =>
  [
    defaultFactor(),
    boundary(),
    retries(),
    reset(),
    entireConversation(),
    firstBytes(),
    passedThrough(),
    truncation(),
    afterCompaction(),
    zeroLoops(),
    retryCheck(),
    names(),
    lostTail(),
    growingSummary(),
    spoofed(),
    lostRequest(),
  ].map((difference, i) => ({ number: i + 1, ...difference }));

let computed: ModelTable | null = null;

/** The table of differences; computed at the first call, about a tenth of a second. */
export function differenceTable(): ModelTable {
  computed ??= tableOf(computedDifferences());
  return computed;
}

const tableOf = (differences: readonly NumberedDifference[]): ModelTable => ({
  kind: 'table',
  id: 'differences-table',
  caption: 'Where documents and code differ',
  sources: [goldenReadme('“Where documents and code differ”', ...readmeDifferences)],
  columns: [
    { label: 'no.' },
    { label: 'the document' },
    { label: 'the code' },
    { label: 'computed' },
    { label: 'what that is' },
  ],
  rows: differences.map(({ number, document, code, evidence, how }) => [
    figure(String(number)),
    figure(document),
    figure(code),
    evidence,
    figure(how),
  ]),
  reasons: [
    'Highwater follows the code. The documents were written at different times, and each describes the code of its day or the intention.',
  ],
});

/**
 * Section 9 of the page; its table is computed separately, so that the page does not wait for it.
 */
export const differenceSection = (): SeedsSection => ({
  id: 'differences',
  title: 'Where documents and code differ',
  lead: [
    'Sixteen places, numbered as in golden/README.md, each with a number that the core computes on a scenario of the library.',
  ],
  parts: [],
});
