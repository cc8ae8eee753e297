import { decisionAt, type LedgerDecision } from '@/lib/analysis/explain/ledger-decision';
import { chanceWords } from '@/lib/analysis/explain/likely';
import { isProjected } from '@/lib/analysis/explain/step-events';
import { counted, formatInteger, formatProjected } from '@/lib/engine/base/format';
import { byteAt, floatAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import { rowOf, stepNear, stepsOfRow } from './axis';
import {
  commonEntries,
  differsAt,
  effectsAt,
  type Comparison,
  type Divergence,
} from './comparison';
import { effectWords } from './step-effects';

/** One lane in a row of decisions. */
export interface LaneStep {
  /** The step shown: the first with an effect, else the first; −1 where the lane has none in the row. */
  readonly step: number;
  /** More steps of the row with effects of their own. */
  readonly more: number;
  readonly effects: number;
  /** Its effects are not the baseline's. */
  readonly differs: boolean;
  readonly decision: LedgerDecision | null;
  /** Real tokens of the request as sent; NaN without a step. */
  readonly real: number;
  readonly projected: boolean;
}

/** What a lane did in a row, with the operands of its decision. */
export function laneStep(comparison: Comparison, lane: number, row: number): LaneStep {
  const { alignment, effects, lanes } = comparison;
  const { from, to } = stepsOfRow(alignment, lane, row);
  const own = effects[lane] ?? new Uint8Array(0);
  const told: number[] = [];
  for (let step = from; step < to; step++) if (byteAt(own, step) !== 0) told.push(step);
  const step = told[0] ?? (from < to ? from : -1);
  const replay = lanes[lane]?.replay;
  const known = step >= 0 && replay !== undefined;
  return {
    step,
    more: Math.max(0, told.length - 1),
    effects: effectsAt(comparison, lane, row),
    differs: differsAt(comparison, lane, row),
    decision: known ? decisionAt(replay, step) : null,
    real: known ? floatAt(replay.columns.real, step) : NaN,
    projected: known && isProjected(replay, step),
  };
}

/** "183,120 ≥ 180,000", "~178,003 < 180,000; may compact: 37 %"; empty for a step that compares nothing. */
export function decisionText(decision: LedgerDecision | null): string {
  if (decision === null) return '';
  const { value, threshold, relation, reached, projected, unit, chance } = decision;
  const held = relation === '≥' ? '<' : '≤';
  const ended = unit === 'tokens' ? '' : ` ${unit}`;
  const sign = reached ? relation : held;
  const likely = chance === null ? '' : `; ${chanceWords(chance)}`;
  return `${formatProjected(value, projected)} ${sign} ${formatInteger(threshold)}${ended}${likely}`;
}

/** "compacted (183,120 ≥ 180,000)" of a lane in a row; "has ended" where it has no step there. */
export function laneStepText({ step, effects, decision }: LaneStep): string {
  if (step < 0) return 'has no step';
  const text = decisionText(decision);
  return `${effectWords(effects)}${text === '' ? '' : ` (${text})`}`;
}

/** The first divergence of a lane in a sentence, by the lanes' names. */
export function divergenceText(
  comparison: Comparison,
  lane: number,
  names: readonly string[],
): string {
  const { baseline, lanes } = comparison;
  const divergence = comparison.divergences[lane] ?? null;
  const [ours = '', theirs = ''] = [names[lane], names[baseline]];
  if (lane === baseline) return `${ours} is the baseline.`;
  if (divergence === null) return `${ours} never leaves ${theirs}: every request is the same.`;
  const where = placeText(divergence, lanes[lane]?.session === lanes[baseline]?.session);
  if (divergence.kind === 'log') return logsText(comparison, lane, names, where);
  const [a, b] = [lane, baseline].map((one) => laneStep(comparison, one, divergence.row));
  if (a === undefined || b === undefined) return '';
  if (divergence.kind === 'request') {
    const sent = (one: LaneStep): string => formatProjected(one.real, one.projected);
    return `${ours} leaves ${theirs} ${where}: it sends ${sent(a)} tokens, ${theirs} ${sent(b)}.`;
  }
  return `${ours} leaves ${theirs} ${where}: ${ours} ${laneStepText(a)}; ${theirs} ${laneStepText(b)}.`;
}

/** Where two recordings part, and the first decision that differs. */
function logsText(
  comparison: Comparison,
  lane: number,
  names: readonly string[],
  where: string,
): string {
  const { baseline, lanes, changed } = comparison;
  const [ours, theirs] = [lanes[lane], lanes[baseline]];
  const [own = '', other = ''] = [names[lane], names[baseline]];
  const common =
    ours && theirs ? commonEntries(ours.replay.session.profile, theirs.replay.session.profile) : 0;
  const parted =
    common === 0
      ? `${own} is another recording than ${other}`
      : `${own} is another recording than ${other}: after ${counted(common, 'entry', 'entries')} of the same sizes they part ${where}`;
  const first = changed.find((row) => differsAt(comparison, lane, row));
  if (first === undefined) return `${parted}. No decision differs.`;
  const told = [lane, baseline].map((one, index) => {
    const at = laneStep(comparison, one, first);
    const step = at.step < 0 ? '' : ` at its step ${formatInteger(at.step)}`;
    return `${index === 0 ? own : other} ${laneStepText(at)}${step}`;
  });
  return `${parted}. The first decision that differs: ${told.join('; ')}.`;
}

function placeText({ baseline, lane }: Divergence, oneSession: boolean): string {
  if (oneSession || lane < 0) return `at step ${formatInteger(Math.max(baseline, lane))}`;
  if (baseline < 0) return `at its step ${formatInteger(lane)}`;
  return `at its step ${formatInteger(lane)}, step ${formatInteger(baseline)} of the baseline`;
}

/**
 * Real tokens of a lane's newest request less those of the baseline's in each row; NaN behind the end of
 * either.
 */
export function realDifference(comparison: Comparison, lane: number): Float64Array {
  const { alignment, baseline, lanes } = comparison;
  const ends = [lane, baseline].map((one) => {
    const steps = lanes[one]?.replay.marks.length ?? 0;
    return rowOf(alignment, one, steps - 1);
  });
  const end = Math.min(...ends);
  const sent = (one: number, row: number): number =>
    realAt(lanes[one]?.replay, stepNear(alignment, one, row));
  return Float64Array.from(alignment.rows, (_, row) =>
    row > end ? NaN : sent(lane, row) - sent(baseline, row),
  );
}

const realAt = (replay: Replay | undefined, step: number): number =>
  replay === undefined ? NaN : floatAt(replay.columns.real, step);
