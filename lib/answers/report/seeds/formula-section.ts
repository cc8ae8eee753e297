/**
 * Section 2 of the page: the documents' statements about the constants; the reader edits the
 * operands.
 */
import { figure, sayNumber, type Figure, type SeedsSection, type ModelTable } from './figure';
import { defaultOperands, evaluateFormula } from './formula';
import { investigation, thresholdFirst, thresholdSecond, todos } from './seeds';
import { versionSettings } from './versions/version';

/** A first turn that just fires at a window of 200,000 with a factor of 2.5. */
const FIRST_TURN = 72_000;

/** One statement of the default factor, and the version of the code that had it. */
interface Statement {
  readonly where: string;
  readonly factor: string;
  readonly version: string;
}

/** Every document's mention of the default factor. */
const statements: readonly Statement[] = [
  { where: 'todos-and-proposals.md, 5.1: fallback', factor: '2.0', version: 'pr7-first' },
  { where: 'todos-and-proposals.md, “calibrated heuristic”', factor: '1.5', version: 'pr7-first' },
  { where: 'investigation-results.md, Part 3', factor: '2.0', version: 'pr7-hardened' },
  {
    where: 'investigation-results.md, “Key design decisions”',
    factor: '1.5',
    version: 'pr7-hardened',
  },
  { where: 'threshold-strategy-v1.md, flow, step 1', factor: '2.0', version: 'v0.9.0' },
  { where: 'threshold-strategy-v1.md, “Token estimation”', factor: '1.5', version: 'v0.9.0' },
  { where: 'threshold-strategy-v2.md, flow, step 1', factor: '2.5', version: 'v0.9.1' },
  { where: 'the code today', factor: '2.5', version: 'v1.1.0' },
];

function statementRow({ where, factor, version }: Statement): readonly Figure[] {
  const settings = versionSettings(version);
  const { decision } = evaluateFormula({
    ...defaultOperands,
    heuristic: FIRST_TURN,
    real: 0,
    last: 0,
    factor: settings.factor,
  });
  return [
    figure(where),
    figure(version),
    figure(settings.factor, 'factor', sayNumber(factor)),
    figure(decision),
    figure(decision >= 180_000),
  ];
}

const factorTable = (): ModelTable => ({
  kind: 'table',
  id: 'default-factors',
  caption: 'The default factor, statement by statement',
  sources: [
    todos(
      'Proposal 5, 5.1 and “The solution: calibrated heuristic”',
      'Falls back to `heuristic × 2.0` if no real tokens are available (first turn).',
      'If no real tokens are available (first turn), the default factor of 1.5 is used.',
    ),
    investigation(
      'Part 3, “The solution” and “Key design decisions”',
      'If no real tokens exist (first turn), a conservative default factor of 2.0 is applied.',
      '| Default factor 1.5 for first turn | Conservative — triggers compaction slightly early rather than risking overflow on the very first turn without calibration data. |',
    ),
    thresholdFirst(
      '“Compaction flow”, “Token estimation”',
      'Otherwise, the `len/4` heuristic is multiplied by 2.0x',
      "If no real tokens exist yet (first turn or provider doesn't report usage), the default factor of 1.5x is used.",
    ),
    thresholdSecond('“Compaction flow”', 'Otherwise, the `len/4` heuristic is multiplied by 2.5x'),
  ],
  columns: [
    { label: 'document' },
    { label: 'code at that time' },
    { label: 'factor', how: 'that version’s' },
    { label: 'first turn', how: '72,000 × factor' },
    { label: 'fires', how: 'first turn ≥ 180,000' },
  ],
  rows: statements.map(statementRow),
  reasons: [
    'Difference 1: 1.5, 2.0 and 2.5 were each correct for a version. Three documents were revised only in part and name two factors each.',
  ],
});

/** Section 2 of the page; its operands are edited by the reader. */
export const formulaSection = (): SeedsSection => ({
  id: 'formula',
  title: 'The formula',
  lead: [
    'threshold-strategy-v2.md, “Token estimation: calibrated heuristic”: correction = clamp(last real ÷ last heuristic, 1.0, 5.0); calibrated = current heuristic × correction; the decision value is the larger of last real and calibrated. Without a last real or a last heuristic the default factor takes the correction’s place. Change any operand; the address keeps them.',
  ],
  parts: [factorTable()],
});
