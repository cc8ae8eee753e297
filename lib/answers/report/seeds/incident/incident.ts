/**
 * The production incident: 24,000 counted, 200,819 real. Replays the sample session of that shape
 * under windows and caps, and the workaround WithMaxTokens(180000).
 */
import { formatInteger, formatRatio } from '@/lib/engine/base/format';
import { numberAt } from '@/lib/engine/base/read';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import { windowThreshold, type BufferBoundary } from '@/lib/engine/mechanisms/buffer';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import {
  figure,
  said,
  sayNumber,
  type Figure,
  type PartFigures,
  type SeedFigures,
} from '../figure';
import { defaultOperands, evaluateFormula, type FormulaOperands } from '../formula';
import { compactedSteps, replayThreshold } from '../replays';
import { fixesTable } from './fixes';

/** The sample session of the incident, ready for replays. */
export const incidentSession = (): Replayable =>
  prepare(measureSession(productionIncident.build()));

/** The policy's operands when the provider refused the request. */
interface IncidentOperands {
  readonly step: number;
  readonly operands: FormulaOperands;
  /** The provider's count. */
  readonly refused: number;
  readonly limit: number;
}

/** The operands of the refused step, from a replay that follows the recording to it. */
export function incidentOperands(session: Replayable): IncidentOperands {
  const { columns, limit } = replayThreshold(session, {});
  const step = session.profile.stepCount - 1;
  return {
    step,
    operands: {
      ...defaultOperands,
      heuristic: numberAt(columns.heuristic, step),
      real: numberAt(columns.lastReal, step),
      last: numberAt(columns.lastHeuristic, step),
    },
    refused: numberAt(columns.real, step),
    limit: limit ?? 0,
  };
}

function cause(session: Replayable): PartFigures {
  const { operands, refused } = incidentOperands(session);
  const n = formatInteger;
  const { heuristic, real, last } = operands;
  const { calibrated, decision, correctedBy } = evaluateFormula(operands);
  const threshold = (rule: BufferBoundary): number => windowThreshold(200_000, rule);
  const fires = (rule: BufferBoundary): Figure =>
    figure(decision >= threshold(rule), 'count', said('never fired compaction', false));
  return {
    lines: [
      [
        'Heuristic',
        figure(heuristic, 'tokens', sayNumber('~24k')),
        'bytes ÷ 4 of entries and system prompt; tool definitions were not counted',
      ],
      [
        'Real, from the refusal',
        figure(refused, 'tokens', { ...sayNumber('200819'), bad: true }),
        '“prompt is too long: 200819 tokens”',
      ],
      [
        'Ratio',
        figure(refused / heuristic, 'factor', sayNumber('8.3x', 0.1)),
        `${n(refused)} ÷ ${n(heuristic)}`,
      ],
      [
        'Last real',
        figure(real),
        'the answered request before it; the document gives its distance only',
      ],
      [
        'Growth in one turn',
        figure(refused - real, 'signed', sayNumber('~50k', 1_000)),
        `${n(refused)} − ${n(real)}`,
      ],
      [
        'Correction',
        figure(operands.cap, 'factor', sayNumber('5.0x')),
        `${n(real)} ÷ ${n(last)} = ${formatRatio(real / last)}, held down by the ${correctedBy}`,
      ],
      ['Calibrated', figure(calibrated, 'tokens', sayNumber('120k')), `${n(heuristic)} × 5`],
      [
        'Decision value',
        figure(decision),
        `max(${n(real)}, ${n(calibrated)}): the stale last real decides`,
      ],
      [
        'Threshold at that time',
        figure(threshold('>'), 'tokens', sayNumber('160k')),
        '200,000 − 40,000 (boundary >)',
      ],
      ['Fires', fires('>'), `${n(decision)} ≥ ${n(threshold('>'))}`],
      [
        'Fires with the boundary fixed',
        fires('>='),
        `${n(decision)} ≥ ${n(threshold('>='))}: the fix alone would not have helped`,
      ],
    ],
  };
}

/** A cap above every ratio of the session. */
const UNCAPPED = 1_000;

/** Windows and caps that are tried. */
const whatIfs: readonly (readonly [window: number, cap: number])[] = [
  [200_000, 5],
  [200_000, 7.49],
  [200_000, 7.5],
  [187_501, 5],
  [187_500, 5],
  [180_000, 5],
  [180_000, UNCAPPED],
];

function whatIf(session: Replayable): PartFigures {
  const { operands } = incidentOperands(session);
  return {
    rows: whatIfs.map(([window, cap]) => {
      const { decision, threshold, fires } = evaluateFormula({ ...operands, window, cap });
      const run = replayThreshold(session, { window, cap });
      const [first = null] = compactedSteps(run);
      const { overflowSteps } = replayTotals(run);
      return [
        figure(window),
        cap < UNCAPPED ? figure(cap, 'factor') : figure('none'),
        figure(threshold),
        figure(decision),
        figure(fires),
        figure(first, 'count'),
        figure(first === null ? null : numberAt(run.columns.decision, first)),
        figure(overflowSteps, 'count', overflowSteps > 0 ? { bad: true } : {}),
      ];
    }),
  };
}

function workaround(session: Replayable): PartFigures {
  const { operands } = incidentOperands(session);
  const window = 180_000;
  const stale: FormulaOperands = { ...operands, window, real: 180_000, last: operands.heuristic };
  const documented = evaluateFormula(stale);
  const sample = evaluateFormula({ ...operands, window });
  const needed = sample.changes.find(({ operand }) => operand === 'real');
  const n = formatInteger;
  return {
    lines: [
      [
        'Buffer',
        figure(documented.buffer, 'tokens', sayNumber('36k')),
        '180,000 < 200,000: trunc(180,000 × 0.2), under either boundary',
      ],
      ['Threshold', figure(documented.threshold, 'tokens', sayNumber('144k')), '180,000 − 36,000'],
      [
        'Decision, last real ~180k',
        figure(documented.decision, 'tokens', sayNumber('180000')),
        `max(180,000, ${n(documented.calibrated)})`,
      ],
      [
        'Fires',
        figure(documented.fires, 'count', said('compaction fired', true)),
        `${n(documented.decision)} ≥ ${n(documented.threshold)}`,
      ],
      [
        'Decision, last real 150,000',
        figure(sample.decision),
        `max(${n(operands.real)}, ${n(sample.calibrated)}), the sample’s operands`,
      ],
      ['Fires', figure(sample.fires, 'count'), `${n(sample.decision)} ≥ ${n(sample.threshold)}`],
      [
        'No longer fires with a last real of',
        figure(needed?.value ?? null),
        'one below the threshold: the workaround rests on the stale count alone',
      ],
    ],
  };
}

/** Figures of the section "The production incident". */
export const incidentFigures: SeedFigures = {
  'incident-cause': () => cause(incidentSession()),
  'incident-fixes': () => {
    const session = incidentSession();
    return fixesTable(session, incidentOperands(session));
  },
  'incident-what-if': () => whatIf(incidentSession()),
  'incident-workaround': () => workaround(incidentSession()),
};
