import { counted, formatExact, formatFactor, formatInteger } from '@/lib/engine/base/format';
import type { Replay } from '@/lib/engine/replay/replay';
import { clampAt, correctionTerm, measuredCounts } from './correction';
import type { LedgerRow } from './ledger-row';
import {
  compactionBefore,
  lastRealStep,
  lineEstimate,
  readsReal,
  type LedgerDecision,
} from './ledger-decision';
import { mechanismRows } from './mechanism-rows';
import { isProjected } from './step-events';

const at = (column: ArrayLike<number>, step: number): number => column[step] ?? NaN;

/**
 * The operands of a step's decision: those the replay's columns hold. NaN is not an operand, and
 * neither is a last real that the policy never has.
 */
export function operandRows(
  replay: Replay,
  step: number,
  decision: LedgerDecision | null,
): readonly LedgerRow[] {
  const { columns } = replay;
  const heuristic = heuristicRow(replay, step, decision);
  if (decision === null) return [heuristic];
  const line = !Number.isNaN(at(columns.density, step));
  const corrected = !Number.isNaN(at(columns.correction, step));
  const reads = readsReal(replay, step);
  return [
    heuristic,
    ...(line
      ? lineRows(replay, step, decision)
      : reads
        ? [lastRealRow(replay, step, decision)]
        : []),
    ...(corrected ? [lastHeuristicRow(replay, step), correctionRow(replay, step)] : []),
    ...(Number.isNaN(at(columns.calibrated, step)) ? [] : [calibratedRow(replay, step, decision)]),
    ...mechanismRows(replay, step),
  ];
}

function heuristicRow(replay: Replay, step: number, decision: LedgerDecision | null): LedgerRow {
  const { columns, form } = replay;
  const { prefix, label } = form.estimator;
  const summarised = step > 0 && columns.injected[step - 1] === 1;
  const entries = entriesAsked(replay, step, summarised);
  const parts = [
    prefix > 0 ? `prefix ${formatInteger(prefix)}` : 'no prefix',
    ...(summarised ? ['summary'] : []),
    entries === null ? 'kept entries' : counted(entries, 'entry', 'entries'),
  ];
  return {
    id: 'heuristic',
    label: 'Heuristic',
    value: columns.heuristic[step] ?? 0,
    unit: 'tokens',
    origin: `${label}: ${parts.join(' + ')}${inlineText(replay, step, entries)}`,
    decided: decision?.decidedBy === 'heuristic',
  };
}

/** "; 2 pieces of inline data count bytes ÷ 4": of the entries asked, of the whole log where these are not known. */
function inlineText({ form, session }: Replay, step: number, asked: number | null): string {
  const { steps, entries } = session.profile;
  const end = steps.entries[step] ?? 0;
  let pieces = 0;
  for (let i = end - (asked ?? end); i < end; i++) pieces += entries.inlines[i] ?? 0;
  if (pieces === 0) return '';
  const counts = pieces === 1 ? 'counts' : 'count';
  return `; ${counted(pieces, 'piece')} of inline data ${counts} ${form.estimator.images}`;
}

/**
 * Entries of the request that was decided on: those from the stored watermark on, if they add up to
 * the heuristic; null where kept ranges or elisions make it another sum.
 */
function entriesAsked(replay: Replay, step: number, summarised: boolean): number | null {
  const { columns, form, session } = replay;
  const { estimator, wrapperBytes } = form;
  const { entries, turnStart } = session.profile.steps;
  const n = entries[step] ?? 0;
  const asked = columns.heuristic[step] ?? 0;
  const summary = summarised
    ? estimator.text(wrapperBytes + (columns.summaryBytes[step - 1] ?? 0))
    : 0;
  const views = [
    columns.compacted[step] === 1 ? 0 : (columns.covered[step] ?? 0),
    step > 0 ? (columns.covered[step - 1] ?? 0) : 0,
    columns.watermarkBefore[step] ?? 0,
  ];
  const adds = (from: number): boolean => {
    const thoughtsFrom = Math.min(n, Math.max(from, turnStart[step] ?? 0));
    const thoughts = at(estimator.thoughtSum, n) - at(estimator.thoughtSum, thoughtsFrom);
    return (
      estimator.prefix + summary + at(estimator.sum, n) - at(estimator.sum, from) + thoughts ===
      asked
    );
  };
  const from = views.find((view) => view <= n && adds(view));
  return from === undefined ? null : n - from;
}

/** Density, base and growth of an estimate that is a line. */
function lineRows(replay: Replay, step: number, decision: LedgerDecision): readonly LedgerRow[] {
  const { columns } = replay;
  const base = at(columns.base, step);
  const density = at(columns.density, step);
  const from = columns.baseHeuristic[step] ?? 0;
  const baseStep = columns.baseStep[step] ?? -1;
  const groups = columns.densityGroups[step] ?? 0;
  const anchored = from > 0;
  const projected = baseStep >= 0 && isProjected(replay, baseStep);
  const growth = (columns.heuristic[step] ?? 0) - from;
  const rows: LedgerRow[] = [
    {
      id: anchored ? 'last-real' : baseStep >= 0 ? 'fitted-prefix' : 'prior',
      label: anchored ? 'Last real' : baseStep >= 0 ? 'Fitted prefix' : 'Prefix prior',
      value: Math.trunc(base),
      unit: 'tokens',
      origin: anchored
        ? `response of step ${formatInteger(baseStep)}`
        : baseStep >= 0
          ? `what step ${formatInteger(baseStep)} sent beyond density × heuristic`
          : 'no usage yet: tokens the trace does not show',
      projected,
    },
  ];
  if (anchored) {
    rows.push({
      id: 'growth',
      label: 'Growth of the heuristic',
      value: growth,
      unit: 'signed',
      origin: `since step ${formatInteger(baseStep)}: less ${formatInteger(from)}`,
    });
  }
  rows.push({
    id: 'density',
    label: 'Density',
    value: density,
    unit: 'factor',
    origin:
      groups > 0
        ? `learnt here from ${formatInteger(groups)} groups`
        : 'the model’s, or set by hand',
  });
  rows.push({
    id: 'estimate',
    label: 'Estimate',
    value: lineEstimate(replay, step),
    unit: 'tokens',
    origin: `trunc(${formatInteger(base)} + density × ${formatInteger(growth)})`,
    projected,
    decided: decision.decidedBy === 'estimate',
  });
  return rows;
}

function lastRealRow(replay: Replay, step: number, decision: LedgerDecision): LedgerRow {
  const kept = replay.columns.lastReal[step] ?? 0;
  const label = replay.policy.decision?.lastReal;
  if (label !== undefined) {
    return {
      id: 'last-real',
      label,
      value: step > 0 ? kept : null,
      unit: 'tokens',
      origin: step > 0 ? countedOrigin(replay, step) : 'first step: none before it',
      projected: step > 0 && isProjected(replay, step - 1),
      decided: decision.decidedBy === 'last real',
    };
  }
  const from = lastRealStep(replay, step);
  return {
    id: 'last-real',
    label: 'Last real',
    value: from >= 0 ? kept : null,
    unit: 'tokens',
    origin: from >= 0 ? `response of step ${formatInteger(from)}` : noReal(replay, step),
    projected: from >= 0 && isProjected(replay, from),
    decided: decision.decidedBy === 'last real',
  };
}

/** "step 84: prompt 154,021 + response 68": what an agent's own last count is the sum of. */
function countedOrigin(replay: Replay, step: number): string {
  const { columns, session } = replay;
  const from = lastRealStep(replay, step);
  const { counted } = session.profile.head;
  // An agent reads a record that sums several requests as it stands.
  const summed = counted.find(({ step: at, kind }) => at === from && kind === 'sum');
  const prompt = summed?.tokens ?? columns.real[from] ?? NaN;
  const sum = summed === undefined ? '' : ', the sum of its requests';
  const response = (columns.lastReal[step] ?? NaN) - prompt;
  // Since a compaction the count may be the policy's own of what it left.
  if (from < 0 || from < compactionBefore(replay, step) || !(response >= 0)) {
    return `as it counts step ${formatInteger(step - 1)}`;
  }
  if (response === 0) return `response of step ${formatInteger(from)}`;
  const recorded = session.profile.steps.output[from] ?? -1;
  const sized =
    recorded === response
      ? ''
      : `, sized from its entries${recorded < 0 ? '' : `; the file counts ${formatInteger(recorded)}`}`;
  return `step ${formatInteger(from)}: prompt ${formatInteger(prompt)}${sum} + response ${formatInteger(response)}${sized}`;
}

function noReal(replay: Replay, step: number): string {
  const compaction = compactionBefore(replay, step);
  return compaction < 0
    ? 'no usage reported before this step'
    : `reset by the compaction at step ${formatInteger(compaction)}, none reported since`;
}

function lastHeuristicRow({ columns }: Replay, step: number): LedgerRow {
  return {
    id: 'last-heuristic',
    label: 'Last heuristic',
    value: step > 0 ? (columns.lastHeuristic[step] ?? 0) : null,
    unit: 'tokens',
    origin: step > 0 ? `request of step ${formatInteger(step - 1)}` : 'first step: none before it',
  };
}

function correctionRow(replay: Replay, step: number): LedgerRow {
  const from = lastRealStep(replay, step);
  return {
    id: 'correction',
    label: 'Correction',
    value: at(replay.columns.correction, step),
    unit: 'factor',
    origin: correctionOrigin(replay, step),
    projected: from >= 0 && isProjected(replay, from),
  };
}

function correctionOrigin(replay: Replay, step: number): string {
  const counts = measuredCounts(replay, step);
  if (counts === null) {
    const hasReal = at(replay.columns.lastReal, step) > 0;
    return `default factor: no ${hasReal ? 'last heuristic' : 'last real'}`;
  }
  const { real, heuristic } = counts;
  const correction = at(replay.columns.correction, step);
  const ratio = real / heuristic;
  const share = `${formatInteger(real)} ÷ ${formatInteger(heuristic)}`;
  if (correction < ratio) return `${share} = ${formatFactor(ratio)}, capped`;
  if (correction > ratio) return `${share} = ${formatFactor(ratio)}, raised to the floor`;
  const clamp = clampAt(replay, step);
  if (clamp === null) return share;
  const floor = formatExact(clamp.floor);
  return clamp.cap === Infinity
    ? `max(${share}, ${floor})`
    : `clamp(${share}, ${floor}, ${formatExact(clamp.cap)})`;
}

function calibratedRow(replay: Replay, step: number, decision: LedgerDecision): LedgerRow {
  const { columns } = replay;
  const heuristic = columns.heuristic[step] ?? 0;
  const correction = at(columns.correction, step);
  const calibrated = at(columns.calibrated, step);
  const from = lastRealStep(replay, step);
  return {
    id: 'calibrated',
    label: 'Calibrated',
    value: calibrated,
    unit: 'tokens',
    origin:
      Math.trunc(heuristic * correction) === calibrated
        ? `trunc(${formatInteger(heuristic)} × ${correctionTerm(replay, step)})`
        : 'the policy’s estimate',
    projected: from >= 0 && isProjected(replay, from),
    decided: decision.decidedBy === 'calibrated',
  };
}
