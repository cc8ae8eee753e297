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
  /** The least width in pixels, beside figures of `figure` pixels, and the share of what is left. */
  readonly width: (figure: number) => readonly [pixels: number, share: number];
  /** Only for policies that compare something with a threshold. */
  readonly decides: boolean;
  readonly text: (replay: Replay, step: number) => string;
}

/** A digit, a comma and the padding of a cell, in pixels. */
const DIGIT = 8.2;
const COMMA = 4.2;
const PADDING = 12;

/** Pixels that the largest figure of a replay takes in a cell of the table. */
export function figureWidth({ columns }: Replay): number {
  let most = 100_000;
  const { heuristic, real, realBefore, decision, threshold } = columns;
  for (const column of [heuristic, real, realBefore, decision, threshold]) {
    for (const value of column) if (value > most && value < Infinity) most = value;
  }
  const text = formatInteger(most);
  const commas = text.split(',').length - 1;
  return Math.ceil((text.length - commas) * DIGIT + commas * COMMA + PADDING);
}

/** The columns' widths, as CSS grid understands them. */
export const gridTemplate = (columns: readonly StepColumn[], figure: number): string =>
  columns
    .map(({ width }) => width(figure))
    .map(([pixels, share]) => `minmax(${pixels}px, ${share}fr)`)
    .join(' ');

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

/** The columns of the steps table, in order; with figures of six digits all but events fit 768 px. */
export const stepColumns: readonly StepColumn[] = [
  {
    id: 'step',
    label: 'step',
    width: () => [58, 0.7],
    decides: false,
    text: (_, step) => formatInteger(step),
  },
  {
    id: 'time',
    label: 'time',
    width: () => [70, 0.9],
    decides: false,
    text: ({ session: { profile } }, step) =>
      clockTime(profile.steps.time[step] ?? NaN) ||
      (profile.head.labels[profile.steps.label[step] ?? -1] ?? ''),
  },
  {
    id: 'heuristic',
    label: 'heuristic',
    width: (figure) => [figure, 1],
    decides: false,
    text: ({ columns }, step) => formatInteger(columns.heuristic[step] ?? 0),
  },
  {
    id: 'real',
    label: 'real',
    width: (figure) => [figure + 14, 1],
    decides: false,
    text: (replay, step) =>
      `${formatInteger(realAsked(replay, step))}${isAskedProjected(replay, step) ? ' ~' : ''}`,
  },
  {
    id: 'correction',
    label: 'correction',
    width: () => [70, 0.8],
    decides: true,
    text: ({ columns }, step) =>
      operand(columns.correction[step], (value) => `${value.toFixed(2)}×`),
  },
  {
    id: 'calibrated',
    label: 'calibrated',
    width: (figure) => [Math.max(figure, 73), 1],
    decides: true,
    text: ({ columns }, step) => operand(columns.calibrated[step], formatInteger),
  },
  {
    id: 'decision',
    label: 'decision',
    width: (figure) => [Math.max(figure, 68), 1],
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
    width: (figure) => [figure + 11, 1],
    decides: true,
    text: ({ columns }, step) =>
      operand((columns.decision[step] ?? NaN) - (columns.threshold[step] ?? 0), formatSigned),
  },
  {
    id: 'outcome',
    label: 'outcome',
    width: (figure) => [figure + 106, 3],
    decides: false,
    text: outcomeText,
  },
  {
    id: 'events',
    label: 'events',
    width: () => [100, 1.4],
    decides: false,
    text: (replay, step) =>
      noteKindsAt(replay, step)
        .map((kind) => railNames[kind])
        .join(' · '),
  },
];
