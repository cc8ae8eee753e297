/** The sixteen places where the documents and the code differ, each with what the core computes. */
import type { Difference } from './difference';
import {
  boundary,
  retries,
  reset,
  entireConversation,
  firstBytes,
  truncation,
} from './differences-early';
import {
  afterCompaction,
  zeroLoops,
  retryCheck,
  names,
  growingSummary,
  spoofed,
  lostRequest,
} from './differences-late';
import { figure, type ModelSection, type ModelTable } from './figure';
import { goldenReadme } from './seeds';

/** Every difference, by its number. */
export const computedDifferences = (): readonly Difference[] =>
  [
    boundary(),
    retries(),
    reset(),
    entireConversation(),
    firstBytes(),
    truncation(),
    afterCompaction(),
    zeroLoops(),
    retryCheck(),
    names(),
    growingSummary(),
    spoofed(),
    lostRequest(),
  ].sort((a, b) => a.number - b.number);

const differenceTable = (): ModelTable => ({
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
  rows: computedDifferences().map(({ number, document, code, evidence, how }) => [
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

/** Section 9 of the page. */
export const differenceSection = (): ModelSection => ({
  id: 'differences',
  title: 'Where documents and code differ',
  lead: [
    'Sixteen places, numbered as in golden/README.md, each with a number that the core computes on a scenario of the library.',
  ],
  parts: [differenceTable()],
});
