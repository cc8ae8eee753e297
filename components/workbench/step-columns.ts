import { formatInteger, formatSigned } from '@/lib/base/format';
import type { Replay } from '@/lib/replay/replay';
import { comparedAt, decides, decisionUnit, reaches } from '@/lib/report/ledger-decision';
import { policyEventsAt, railNames, type RailKind } from '@/lib/report/policy-events';
import {
  compacts,
  isAskedProjected,
  isProjected,
  overflows,
  realAsked,
} from '@/lib/report/step-events';
import { clockTime } from './clock-time';

/** A column of the steps table. */
export interface StepColumn {
  readonly id: string;
  readonly label: string;
  /** Share of the width, as CSS grid understands it. */
  readonly width: string;
  /** Only for policies that compare something with a threshold. */
  readonly decides: boolean;
  readonly text: (replay: Replay, step: number) => string;
}

const operand = (value: number | undefined, format: (value: number) => string): string =>
  value === undefined || Number.isNaN(value) ? '–' : format(value);

/** What became of a step, in words. */
export function outcomeText(replay: Replay, step: number): string {
  const { columns } = replay;
  const guess = isProjected(replay, step) ? ' ~' : '';
  const sent = `${formatInteger(columns.real[step] ?? 0)}${guess}`;
  const words: string[] = [];
  if (compacts(replay, step)) words.push(`◆ compacts → ${sent}`);
  else if (columns.compacted[step] === 1) words.push(`◇ compacted → ${sent}`);
  if (overflows(replay, step)) words.push('▲ overflow');
  if (words.length > 0) return words.join(' · ');
  if (!decides(replay, step)) return 'sent';
  return reaches(replay, step) ? 'reached' : 'held';
}

/** Kinds of what else happens at a step: the policy's notes, then faults. */
export function noteKindsAt(replay: Replay, step: number): readonly RailKind[] {
  const kinds = new Set<RailKind>(policyEventsAt(replay, step).map(({ kind }) => kind));
  if (replay.faults.some((effect) => effect.step === step)) kinds.add('fault');
  return [...kinds];
}

/** The columns of the steps table, in order: figures of a million tokens fit, and all but events fit 768 px. */
export const stepColumns: readonly StepColumn[] = [
  {
    id: 'step',
    label: 'step',
    width: 'minmax(54px, 0.7fr)',
    decides: false,
    text: (_, step) => formatInteger(step),
  },
  {
    id: 'time',
    label: 'time',
    width: 'minmax(70px, 0.9fr)',
    decides: false,
    text: ({ session: { profile } }, step) =>
      clockTime(profile.steps.time[step] ?? NaN) ||
      (profile.head.labels[profile.steps.label[step] ?? -1] ?? ''),
  },
  {
    id: 'heuristic',
    label: 'heuristic',
    width: 'minmax(74px, 1fr)',
    decides: false,
    text: ({ columns }, step) => formatInteger(columns.heuristic[step] ?? 0),
  },
  {
    id: 'real',
    label: 'real',
    width: 'minmax(88px, 1fr)',
    decides: false,
    text: (replay, step) =>
      `${formatInteger(realAsked(replay, step))}${isAskedProjected(replay, step) ? ' ~' : ''}`,
  },
  {
    id: 'correction',
    label: 'correction',
    width: 'minmax(70px, 0.8fr)',
    decides: true,
    text: ({ columns }, step) =>
      operand(columns.correction[step], (value) => `${value.toFixed(2)}×`),
  },
  {
    id: 'calibrated',
    label: 'calibrated',
    width: 'minmax(74px, 1fr)',
    decides: true,
    text: ({ columns }, step) => operand(columns.calibrated[step], formatInteger),
  },
  {
    id: 'decision',
    label: 'decision',
    width: 'minmax(74px, 1fr)',
    decides: true,
    text: (replay, step) =>
      operand(comparedAt(replay, step), (value) =>
        decisionUnit(replay.policyId) === 'entries'
          ? `${formatInteger(value)} entries`
          : formatInteger(value),
      ),
  },
  {
    id: 'margin',
    label: 'margin',
    width: 'minmax(74px, 1fr)',
    decides: true,
    text: ({ columns }, step) =>
      operand((columns.decision[step] ?? NaN) - (columns.threshold[step] ?? 0), formatSigned),
  },
  {
    id: 'outcome',
    label: 'outcome',
    width: 'minmax(170px, 3fr)',
    decides: false,
    text: outcomeText,
  },
  {
    id: 'events',
    label: 'events',
    width: 'minmax(100px, 1.4fr)',
    decides: false,
    text: (replay, step) =>
      noteKindsAt(replay, step)
        .map((kind) => railNames[kind])
        .join(' · '),
  },
];
