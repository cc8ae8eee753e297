import {
  formatFactor,
  formatInteger,
  formatProjected,
  formatSigned,
} from '@/lib/engine/base/format';
import { mark } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import {
  comparedAt,
  decides,
  decisionProjected,
  decisionUnit,
  reaches,
  thresholdAt,
} from '@/lib/analysis/explain/ledger-decision';
import { lacksAt } from '@/lib/analysis/fit/fidelity';
import { backgroundAt } from '@/lib/analysis/explain/background';
import { policyEventsAt, railNames, type RailKind } from '@/lib/analysis/explain/policy-events';
import {
  compacts,
  isAskedProjected,
  isProjected,
  realAsked,
} from '@/lib/analysis/explain/step-events';
import { providerWords, stepOutcome } from '@/lib/analysis/explain/outcome/step-outcome';
import { cacheBreaks } from '@/lib/analysis/explain/recording/cache-breaks';
import { dropAt } from '@/lib/analysis/explain/recording/unexplained-drops';
import { sessionGrowth, type StepGrowth } from '@/lib/analysis/explain/growth/session-growth';
import { clockTime } from '../state/clock-time';

/** A column of the steps table; its name is its heading. */
export interface StepColumn {
  readonly id: string;
  /** Meaning of the heading. */
  readonly about: string;
  /** The least width in pixels, beside the replay's figures, and the share of what is left. */
  readonly width: (figures: Figures) => readonly [pixels: number, share: number];
  /** Order in which columns get room; the last are left out first. */
  readonly rank: number;
  /** True if only policies with a threshold have the column. */
  readonly decides: boolean;
  readonly text: (replay: Replay, step: number) => string;
}

/** So many columns of the least rank are never left out. */
const ALWAYS = 4;

/** The columns that a what-if has twice: beside its own those of the recording. */
const TWICE: readonly string[] = ['heuristic', 'real', 'decision', 'margin', 'outcome'];

/** Step and time, what the recording has of {@link TWICE}, then the what-if's columns. */
export function besideRecording(
  columns: readonly StepColumn[],
  recording: Replay,
): readonly StepColumn[] {
  const figures = figuresOf(recording);
  const has = (column: StepColumn): boolean =>
    recording.policy.decision !== null || !column.decides;
  const recorded = columns
    .filter((column) => TWICE.includes(column.id) && has(column))
    .map((column) => ({
      ...column,
      id: `recorded ${column.id}`,
      about: `As recorded. ${column.about}`,
      width: () => [Math.max(LETTER * 'recorded '.length, column.width(figures)[0]), 1] as const,
      // Where room is short, the what-if's own column stays, and its first four before all of these.
      rank: Math.max(column.rank, ALWAYS - 1) + 0.5,
      text: (_: Replay, step: number) => column.text(recording, step),
    }));
  return [...columns.slice(0, 2), ...recorded, ...columns.slice(2)];
}

/** A digit, a comma, a letter, a sign and the padding of a cell, in pixels. */
const DIGIT = 8.6;
const COMMA = 4.2;
const PADDING = 12;
const LETTER = 7.4;
const SIGN = 11;
const TILDE = 9;
const LEAST = 'at least ';

/** Pixels that the largest figures of a replay take in a cell of the table. */
export interface Figures {
  readonly plain: number;
  /** With `~` before it where something is projected. */
  readonly guessed: number;
  /** Of the value compared, with its unit where that is not tokens: "1,204 messages". */
  readonly decision: number;
  /** Of "at least " before it; 0 where no value is a lower bound. */
  readonly least: number;
  /** "compacted → 46,254", where something does; else the other outcomes' words. */
  readonly outcome: number;
  /** Number of the last step. */
  readonly step: number;
}

/** Measures the figures of a replay. */
export function figuresOf(replay: Replay): Figures {
  const plain = figureWidth(replay.columns);
  const compacts = replay.columns.compacted.includes(1);
  // A request that was compacted away is projected too, also where the recording did the same.
  const projects =
    compacts ||
    replay.divergence >= 0 ||
    replay.marks.some((bits) => (bits & ~mark.overflow) !== 0);
  const guessed = projects ? plain + TILDE : plain;
  const outcome = compacts ? widthOf(mostSent(replay.columns)) + 126 : 105;
  const step = Math.max(46, widthOf(replay.session.profile.stepCount));
  const unit = decisionUnit(replay.policy);
  const counted =
    widthOf(replay.session.profile.entryCount) + Math.ceil(LETTER * (unit.length + 1));
  // A value that is a lower bound stands at a recorded compaction alone.
  const bounded = replay.observation?.recording.boundaries.some(({ step: at }) => {
    return lacksAt(replay, at) !== null;
  });
  const least = bounded === true ? LETTER * LEAST.length : 0;
  const decision = unit === 'tokens' ? Math.max(guessed + least, 68) : counted;
  return { plain, guessed, decision, least, outcome, step };
}

function figureWidth({ heuristic, real, realBefore, decision, threshold }: Replay['columns']) {
  let most = 100_000;
  for (const column of [heuristic, real, realBefore, decision, threshold]) {
    // By index: columns of two kinds slow an iterator down, which is felt at 100,000 steps.
    for (let i = 0; i < heuristic.length; i++) {
      const value = column[i] as number;
      if (value > most && value < Infinity) most = value;
    }
  }
  return widthOf(most);
}

/** The largest request behind a compaction. */
function mostSent({ compacted, real }: Replay['columns']): number {
  let most = 0;
  for (let step = 0; step < compacted.length; step++) {
    if (compacted[step] === 1) most = Math.max(most, real[step] ?? 0);
  }
  return most;
}

function widthOf(value: number): number {
  const text = formatInteger(value);
  const commas = text.split(',').length - 1;
  return Math.ceil((text.length - commas) * DIGIT + commas * COMMA + PADDING);
}

/** Least width of some columns, in pixels. */
export const leastWidth = (columns: readonly StepColumn[], figures: Figures): number =>
  columns.reduce((sum, { width }) => sum + width(figures)[0], 0);

/**
 * The columns that have room in so many pixels, in their order: those of the least rank are left
 * out first, and the first {@link ALWAYS} never.
 */
export function columnsWithin(
  columns: readonly StepColumn[],
  figures: Figures,
  pixels: number,
): readonly StepColumn[] {
  const kept = [...columns].sort((a, b) => a.rank - b.rank);
  while (kept.length > ALWAYS && leastWidth(kept, figures) > pixels) kept.pop();
  return columns.filter((column) => kept.includes(column));
}

/** A column's width, as CSS grid understands it. */
export function trackOf({ width }: StepColumn, figures: Figures): string {
  const [pixels, share] = width(figures);
  return `minmax(${pixels}px, ${share}fr)`;
}

const operand = (value: number | undefined, format: (value: number) => string): string =>
  value === undefined || Number.isNaN(value) ? '–' : format(value);

/** Outcome of a step in words; the provider answered where they name nothing else. */
function outcomeText(replay: Replay, step: number): string {
  const { policy } = stepOutcome(replay, step);
  const sent = formatProjected(replay.columns.real[step] ?? NaN, isProjected(replay, step));
  const beside = backgroundAt(replay, step);
  const reached = policy === 'held' && decides(replay, step) && reaches(replay, step);
  return [
    policy === 'compacted' ? `${compacts(replay, step) ? '◆' : '◇'} compacted → ${sent}` : policy,
    ...(reached ? ['reached'] : []),
    ...providerWords(replay, step),
    ...(beside?.phase === 'starts' ? ['◁ starts'] : []),
    ...(beside?.phase === 'under way' ? ['under way'] : []),
  ].join(' · ');
}

/** Kinds of further events at a step: a drop, the policy's notes, then faults. */
function noteKindsAt(replay: Replay, step: number): readonly RailKind[] {
  const kinds = new Set<RailKind>(dropAt(replay.session, step) === null ? [] : ['drop']);
  if (cacheBreaks(replay.session.profile).some((one) => one.step === step))
    kinds.add('cache-break');
  for (const { kind } of policyEventsAt(replay, step)) kinds.add(kind);
  if (replay.faults.some((effect) => effect.step === step)) kinds.add('fault');
  return [...kinds];
}

type StepText = StepColumn['text'];

/** A column for every policy, and one for those that compare something with a threshold. */
const always = (id: string, width: StepColumn['width'], text: StepText): StepColumn => ({
  ...{ id, width, text },
  about: meanings[id] ?? id,
  rank: ranks.indexOf(id),
  decides: false,
});
const deciding = (id: string, width: StepColumn['width'], text: StepText): StepColumn => ({
  ...always(id, width, text),
  decides: true,
});

/** The columns by their weight: the decision before its operands. */
const ranks: readonly string[] = [
  ...['step', 'outcome', 'decision', 'margin', 'real', 'events', 'heuristic'],
  ...['calibrated', 'correction', 'time', 'grew', 'unexplained'],
];

/** Meanings of the headings, in the words of the ledger. */
const meanings: Readonly<Record<string, string>> = {
  step: 'One attempted model call; the first is 0',
  time: 'Time of the call in UTC, or its label',
  heuristic: 'The policy’s own count of the request it decides on',
  real: 'Prompt tokens that the provider reported for the step’s own request; ~ projected',
  grew: 'Real tokens more than the recorded request before it',
  unexplained:
    'Grew − its new entries at the density of ordinary steps: tokens that are in no entry',
  correction: 'last real ÷ last heuristic, within floor and cap; else the default factor',
  calibrated: 'heuristic × correction',
  decision: 'The value compared with the threshold; ~ if it rests on a projected count',
  margin: 'decision − threshold; at 0 or above it fires',
  outcome: 'Result of the comparison, and tokens sent after a compaction',
  events: 'Notes of the policy and injected faults',
};

const timeText: StepText = ({ session: { profile } }, step) =>
  clockTime(profile.steps.time[step] ?? NaN) ||
  (profile.head.labels[profile.steps.label[step] ?? -1] ?? '');

const realText: StepText = (replay, step) =>
  formatProjected(realAsked(replay, step), isAskedProjected(replay, step));

/** `~` where the decision rests on a projected count. */
const guessOf = (replay: Replay, step: number): string =>
  decisionProjected(replay, step) ? '~' : '';

/** "at least " where the file lacks a part of the value. */
const leastOf = (replay: Replay, step: number): string =>
  lacksAt(replay, step) === null ? '' : LEAST;

const decisionText: StepText = (replay, step) => {
  const counted = decisionUnit(replay.policy);
  const unit = counted === 'tokens' ? '' : ` ${counted}`;
  const guess = `${leastOf(replay, step)}${guessOf(replay, step)}`;
  return operand(comparedAt(replay, step), (value) => `${guess}${formatInteger(value)}${unit}`);
};

/** A number of the recorded request's growth; "–" where none is known. */
const growthText =
  (value: (growth: StepGrowth) => number): StepText =>
  ({ session }, step) => {
    const growth = sessionGrowth(session).at(step);
    return growth === null ? '–' : formatSigned(value(growth));
  };

/** The columns of the steps table, in order; with figures of six digits the ranked ones fit 768 px. */
export const stepColumns: readonly StepColumn[] = [
  always(
    'step',
    ({ step }) => [step, 0.7],
    (_, step) => formatInteger(step),
  ),
  always('time', () => [68, 0.9], timeText),
  always(
    'heuristic',
    ({ plain }) => [plain, 1],
    ({ columns }, step) => formatInteger(columns.heuristic[step] ?? 0),
  ),
  always('real', ({ guessed }) => [guessed, 1], realText),
  always(
    'grew',
    ({ plain }) => [plain + SIGN, 1],
    growthText(({ grew }) => grew),
  ),
  always(
    'unexplained',
    ({ plain }) => [Math.max(plain + SIGN, 82), 1],
    growthText(({ unexplained }) => unexplained),
  ),
  deciding(
    'correction',
    () => [80, 0.8],
    (replay, step) =>
      operand(
        replay.columns.correction[step],
        (value) => `${guessOf(replay, step)}${formatFactor(value)}`,
      ),
  ),
  deciding(
    'calibrated',
    ({ guessed }) => [Math.max(guessed, 73), 1],
    (replay, step) =>
      operand(
        replay.columns.calibrated[step],
        (value) => `${guessOf(replay, step)}${formatInteger(value)}`,
      ),
  ),
  deciding('decision', ({ decision }) => [decision, 1], decisionText),
  deciding(
    'margin',
    ({ guessed, least }) => [guessed + least + SIGN, 1],
    (replay, step) => {
      const margin = decides(replay, step)
        ? comparedAt(replay, step) - thresholdAt(replay, step)
        : NaN;
      return operand(margin, (value) => `${leastOf(replay, step)}${formatSigned(value)}`);
    },
  ),
  always('outcome', ({ outcome }) => [outcome, 3], outcomeText),
  always(
    'events',
    () => [70, 1.4],
    (replay, step) =>
      noteKindsAt(replay, step)
        .map((kind) => railNames[kind])
        .join(' · '),
  ),
];
