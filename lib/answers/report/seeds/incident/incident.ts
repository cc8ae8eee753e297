/**
 * The production incident: 24,000 counted, 200,819 real. Replays the sample session of that shape
 * under windows and caps, and the workaround WithMaxTokens(180000).
 */
import { formatInteger, formatRatio } from '@/lib/engine/base/format';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { contextGuardBuffer, type BufferBoundary } from '@/lib/engine/mechanisms/buffer';
import { mark, prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import {
  figure,
  figureList,
  said,
  sayNumber,
  type Figure,
  type ModelList,
  type SeedsSection,
  type ModelTable,
} from '../figure';
import { defaultOperands, evaluateFormula, type FormulaOperands } from '../formula';
import { thresholdSecond } from '../seeds';
import { fixesTable } from './fixes';

/** The sample session of the incident, ready for replays. */
export const incidentSession = (): Replayable =>
  prepare(measureSession(productionIncident.build()));

const run = (session: Replayable, settings: object): Replay =>
  replay(session, contextGuardThreshold, contextGuardThreshold.settings.parse(settings));

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
  const { columns, limit } = run(session, {});
  const step = session.profile.stepCount - 1;
  const at = (column: ArrayLike<number>): number => column[step] ?? 0;
  return {
    step,
    operands: {
      ...defaultOperands,
      heuristic: at(columns.heuristic),
      real: at(columns.lastReal),
      last: at(columns.lastHeuristic),
    },
    refused: at(columns.real),
    limit: limit ?? 0,
  };
}

function causeList({ operands, refused, step }: IncidentOperands): ModelList {
  const n = formatInteger;
  const { heuristic, real, last } = operands;
  const { calibrated, decision, correctedBy } = evaluateFormula(operands);
  const boundary = (rule: BufferBoundary): number => 200_000 - contextGuardBuffer(200_000, rule);
  const fires = (rule: BufferBoundary): Figure =>
    figure(decision >= boundary(rule), 'count', said('never fired compaction', false));
  return figureList({
    id: 'incident-cause',
    caption: `The refused request, step ${n(step)} of the sample session`,
    sources: [
      thresholdSecond(
        '“Fix: token estimation blind spots”, “Why calibration couldn’t save it”',
        'ContextGuard never fired compaction on a 200k context window with `claude-sonnet-4-6`. Anthropic returned `400 Bad Request: prompt is too long: 200819 tokens`',
        'In the production session, the heuristic saw ~24k tokens but Anthropic counted ~200k — a ratio of **8.3x**.',
        'The correction factor is capped at 5.0x to prevent anomalous turns from distorting future estimates',
        'The conversation grew by ~50k tokens in a single turn (new user message + tool results), pushing past 200k',
        '24k × 5.0 = 120k, still below the 160k threshold (with the old buffer)',
      ),
    ],
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
        figure(boundary('>'), 'tokens', sayNumber('160k')),
        '200,000 − 40,000 (boundary >)',
      ],
      ['Fires', fires('>'), `${n(decision)} ≥ ${n(boundary('>'))}`],
      [
        'Fires with the boundary fixed',
        fires('>='),
        `${n(decision)} ≥ ${n(boundary('>='))}: the fix alone would not have helped`,
      ],
    ],
  });
}

/** A cap above every ratio of the session. */
const UNCAPPED = 1_000;

/** One what-if: the settings and their label. */
interface WhatIf {
  readonly name: string;
  readonly window: number;
  readonly cap: number;
}

const whatIfs: readonly WhatIf[] = [
  { name: 'as it was, boundary ≥', window: 200_000, cap: 5 },
  { name: 'cap one hundredth too low', window: 200_000, cap: 7.49 },
  { name: 'smallest cap that fires', window: 200_000, cap: 7.5 },
  { name: 'window one token too large', window: 187_501, cap: 5 },
  { name: 'largest window that fires', window: 187_500, cap: 5 },
  { name: 'WithMaxTokens(180000)', window: 180_000, cap: 5 },
  { name: 'same window without a cap', window: 180_000, cap: UNCAPPED },
];

function whatIfTable(session: Replayable, { operands }: IncidentOperands): ModelTable {
  const rows = whatIfs.map(({ name, window, cap }): readonly Figure[] => {
    const { decision, threshold, fires } = evaluateFormula({ ...operands, window, cap });
    const { columns, marks } = run(session, { window, cap });
    const first = columns.compacted.indexOf(1);
    const overflows = marks.reduce((sum, bits) => sum + ((bits & mark.overflow) === 0 ? 0 : 1), 0);
    return [
      figure(name),
      figure(window),
      cap < UNCAPPED ? figure(cap, 'factor') : figure('none'),
      figure(threshold),
      figure(decision),
      figure(fires),
      figure(first < 0 ? null : first, 'count'),
      figure(first < 0 ? null : (columns.decision[first] ?? 0)),
      figure(overflows, 'count', overflows > 0 ? { bad: true } : {}),
    ];
  });
  return {
    kind: 'table',
    id: 'incident-what-if',
    caption: 'Caps and windows that would have fired',
    sources: [],
    columns: [
      { label: 'settings' },
      { label: 'window' },
      { label: 'cap' },
      { label: 'threshold', how: 'window − buffer' },
      { label: 'decision', how: 'at the refused step, everything before it as recorded' },
      { label: 'fires', how: 'decision ≥ threshold' },
      { label: 'first step', how: 'that fires, whole session replayed' },
      { label: 'decision there' },
      { label: 'overflows', how: 'steps with real > 200,000' },
    ],
    rows,
    reasons: [],
  };
}

function workaroundList({ operands }: IncidentOperands): ModelList {
  const window = 180_000;
  const buffer = contextGuardBuffer(window, '>');
  const stale: FormulaOperands = { ...operands, window, real: 180_000, last: operands.heuristic };
  const documented = evaluateFormula(stale);
  const sample = evaluateFormula({ ...operands, window });
  const needed = sample.changes.find(({ operand }) => operand === 'real');
  const n = formatInteger;
  return figureList({
    id: 'incident-workaround',
    caption: 'Why WithMaxTokens(180000) worked',
    sources: [
      thresholdSecond(
        '“Why WithMaxTokens(180000) worked as a workaround”',
        'Setting `maxTokens = 180000` bypasses the registry lookup. `computeBuffer(180000)` → `180000 < 200000` → buffer = 36k → threshold = 144k.',
        '`tokenCount()` returned `max(180000, calibrated) ≥ 180000 > 144000` → compaction fired.',
      ),
    ],
    lines: [
      [
        'Buffer',
        figure(buffer, 'tokens', sayNumber('36k')),
        '180,000 < 200,000: trunc(180,000 × 0.2), under either boundary',
      ],
      ['Threshold', figure(window - buffer, 'tokens', sayNumber('144k')), '180,000 − 36,000'],
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
  });
}

/** Section 5 of the page. */
export function incidentSection(): SeedsSection {
  const session = incidentSession();
  const incident = incidentOperands(session);
  return {
    id: 'incident',
    title: 'The production incident',
    lead: [
      'A 200,000-token window, claude-sonnet-4-6, and a provider that refused a prompt of 200,819 tokens without an attempt to compact. The sample session “production incident” has the figures of the document at its last step; everything here is replayed from it.',
    ],
    parts: [
      causeList(incident),
      fixesTable(session, incident),
      whatIfTable(session, incident),
      workaroundList(incident),
    ],
  };
}
