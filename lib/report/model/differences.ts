/** The sixteen places where the documents and the code differ, each with what the core computes. */
import type { Difference } from './difference';
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
import { figure, type ModelSection, type ModelTable } from './figure';
import { goldenReadme } from './seeds';

/** Every difference, by its number. */
export const computedDifferences = (): readonly Difference[] =>
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
  ].sort((a, b) => a.number - b.number);

let computed: ModelTable | null = null;

/** The table of differences; computed at the first call, about a tenth of a second. */
export function differenceTable(): ModelTable {
  computed ??= tableOf(computedDifferences());
  return computed;
}

const tableOf = (differences: readonly Difference[]): ModelTable => ({
  kind: 'table',
  id: 'differences-table',
  caption: 'Where documents and code differ',
  sources: [goldenReadme('“Where documents and code differ”')],
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
    'Highwater follows the code. The documents were written at different times, and each describes the code of its day or what was meant.',
  ],
});

/** Section 9 of the page; its table is computed apart, so that the page need not wait for it. */
export const differenceSection = (): ModelSection => ({
  id: 'differences',
  title: 'Where documents and code differ',
  lead: [
    'Sixteen places, numbered as in golden/README.md, each with a number that the core computes on a scenario of the library.',
  ],
  parts: [],
});
