import { decisionUnit } from '@/lib/analysis/explain/ledger-decision';
import {
  railEvents,
  railKinds,
  railNames,
  type RailKind,
} from '@/lib/analysis/explain/policy-events';
import { isProjected, overflows } from '@/lib/analysis/explain/step-events';
import { decimate, type StepRange } from '@/lib/engine/base/decimate';
import { counted, formatInteger, formatProjected } from '@/lib/engine/base/format';
import { chartRows, keptSteps, type ChartRows } from '@/lib/answers/report/chart/chart-rows';
import type { Replay } from '@/lib/engine/replay/replay';
import type { ReportSubject } from '../report-subject';

/** Points of a line, and columns of the plot that events are gathered in. */
const POINTS = 600;
const COLUMNS = 80;
/** Steps whose numbers the chart's table has. */
const LISTED = 160;

/** One step's numbers in words, as the chart's table and its places say them. */
export interface PictureStep {
  readonly step: number;
  readonly heuristic: string;
  readonly decision: string;
  readonly threshold: string;
  readonly real: string;
  /** Events of the step; empty for none. */
  readonly events: string;
}

/** A chart as it is drawn without a page: its rows, its words, and the numbers of some steps. */
export interface ChartPicture {
  readonly rows: ChartRows;
  readonly title: string;
  readonly description: string;
  readonly steps: readonly PictureStep[];
  /** "160 of 1,204 steps". */
  readonly listed: string;
  /** Kinds of events in the range, for the legend. */
  readonly kinds: readonly RailKind[];
}

/** The chart of a replay over the range that is asked for, or over all of its steps. */
export function chartPicture({ run, range, head, texts }: ReportSubject): ChartPicture {
  const all: StepRange = { from: 0, to: run.session.profile.stepCount - 1 };
  const shown = range ?? all;
  const rows = chartRows(run, { range: shown, points: POINTS, columns: COLUMNS });
  const steps = listedSteps(run, shown).map((step) => pictureStep(run, step));
  const events = railEvents(run, shown);
  const kinds = railKinds.filter((kind) => events[kind].length > 0);
  const total = shown.to - shown.from + 1;
  return {
    rows,
    title: `${texts ? `${head.name}: t` : 'T'}okens by step under ${run.policy.label}`,
    description: describe(rows, kinds, run),
    steps,
    listed: `${formatInteger(steps.length)} of ${counted(total, 'step')}`,
    kinds,
  };
}

/** Every step of a short range; of a longer one its events, and the largest and smallest requests. */
function listedSteps(run: Replay, range: StepRange): readonly number[] {
  const kept = keptSteps(run, railEvents(run, range), range, LISTED / 4);
  return decimate(run.columns.real, range, LISTED, kept);
}

function pictureStep(run: Replay, step: number): PictureStep {
  const { columns } = run;
  const inTokens = decisionUnit(run.policy) === 'tokens';
  const number = (value: number | undefined, there = true): string =>
    !there || value === undefined || !(value >= 0) ? '–' : formatInteger(value);
  const real = columns.real[step] ?? -1;
  const events = railEvents(run, { from: step, to: step });
  const named = railKinds.filter((kind) => events[kind].length > 0);
  return {
    step,
    heuristic: number(columns.heuristic[step]),
    decision: number(columns.decision[step], inTokens),
    threshold: number(columns.threshold[step], inTokens),
    real: real < 0 ? '–' : formatProjected(real, isProjected(run, step)),
    events: named.map((kind) => railNames[kind]).join(', '),
  };
}

function describe(rows: ChartRows, kinds: readonly RailKind[], run: Replay): string {
  const { range, drawn, total, divergence, levels } = rows;
  let over = 0;
  for (let step = range.from; step <= range.to; step++) over += overflows(run, step) ? 1 : 0;
  const level = (name: keyof typeof levels): readonly string[] => {
    const value = levels[name].values[0];
    return value === undefined ? [] : [`${name} ${formatInteger(value)}`];
  };
  const named = [...level('window'), ...level('threshold'), ...level('limit')].join(', ');
  const part =
    drawn < total ? `, ${formatInteger(drawn)} of ${formatInteger(total)} points drawn` : '';
  return [
    `Steps ${formatInteger(range.from)} to ${formatInteger(range.to)}${part}.`,
    `Largest value ${formatInteger(rows.dataPeak)} tokens.`,
    named === '' ? '' : `${named.charAt(0).toUpperCase()}${named.slice(1)} tokens.`,
    divergence < 0 ? '' : `Projected from step ${formatInteger(divergence)} on.`,
    over === 0 ? '' : `${counted(over, 'request')} above the limit.`,
    kinds.length === 0
      ? 'No event.'
      : `Events: ${kinds.map((kind) => railNames[kind]).join(', ')}.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}
