import { formatFactor, formatInteger } from '@/lib/base/format';
import {
  contextGuardThreshold,
  type ContextGuardSettings,
} from '@/lib/policies/contextguard-threshold';
import type { Replay } from '@/lib/replay/replay';
import type { PartKind } from '@/lib/session/schema';
import { stepFlag } from '@/lib/tokens/profile';
import { flipPoints, type FlipPoint } from './flip-points';
import { compactionRows, enteredAt, overflowOf, requestRows, stateRows } from './ledger-request';
import { isProjected } from './step-events';

/** How a ledger's number is written. */
export type LedgerUnit = 'tokens' | 'factor' | 'signed' | 'bytes' | 'count';

/** One number of a ledger: what it is, and where it came from. */
export interface LedgerRow {
  readonly id: string;
  readonly label: string;
  /** null where there is none. */
  readonly value: number | null;
  readonly unit: LedgerUnit;
  readonly origin: string;
  /** Nobody measured it. */
  readonly projected?: boolean;
  /** The operand that is the decision value. */
  readonly decided?: boolean;
}

/** How the decision came out. */
export interface LedgerDecision {
  readonly outcome: 'fires' | 'held' | 'disabled';
  readonly value: number;
  readonly threshold: number;
  /** value − threshold. */
  readonly margin: number;
  readonly decidedBy: 'last real' | 'calibrated';
  readonly projected: boolean;
  /** "200,000 − 20,000". */
  readonly thresholdFormula: string;
}

/** The request as sent, against the limit. */
export interface LedgerOverflow {
  readonly verdict: 'fits' | 'overflows' | 'refused' | 'unknown';
  readonly real: number;
  readonly limit: number | null;
  readonly source: string;
  readonly projected: boolean;
}

/** What entered the log since the step before, in heuristic tokens. */
export interface LedgerEntered {
  readonly entries: number;
  readonly from: number;
  readonly to: number;
  readonly kinds: readonly { readonly kind: PartKind; readonly tokens: number }[];
}

/** One step's decision, operand by operand. */
export interface Ledger {
  readonly step: number;
  readonly operands: readonly LedgerRow[];
  /** null for a policy that compares nothing with a threshold. */
  readonly decision: LedgerDecision | null;
  readonly flips: readonly FlipPoint[];
  readonly compaction: readonly LedgerRow[];
  readonly request: readonly LedgerRow[];
  readonly overflow: LedgerOverflow;
  readonly state: readonly LedgerRow[];
  readonly entered: LedgerEntered;
}

/** The ledger of a step. `settings` are those the replay ran with. */
export function stepLedger(replay: Replay, settings: unknown, step: number): Ledger {
  const { columns, policyId } = replay;
  const decides = (columns.threshold[step] ?? -1) >= 0;
  const guard = policyId === contextGuardThreshold.id ? (settings as ContextGuardSettings) : null;
  return {
    step,
    operands: decides ? operandRows(replay, guard, step) : [heuristicRow(replay, step)],
    decision: decides ? decisionOf(replay, step) : null,
    flips: guard ? flipPoints(replay, guard, step) : [],
    compaction: columns.compacted[step] === 1 ? compactionRows(replay, step) : [],
    request: requestRows(replay, step),
    overflow: overflowOf(replay, step),
    state: decides ? stateRows(replay, step) : [],
    entered: enteredAt(replay, step),
  };
}

function heuristicRow({ columns, session }: Replay, step: number): LedgerRow {
  const entries = session.profile.steps.entries[step] ?? 0;
  const summarised = step > 0 && columns.injected[step - 1] === 1;
  const covered = summarised ? (columns.covered[step - 1] ?? 0) : 0;
  const prefix = session.prefixTokens;
  const kept = Math.max(0, entries - covered);
  const parts = [
    prefix > 0 ? `prefix ${formatInteger(prefix)}` : 'no prefix',
    ...(summarised ? ['summary'] : []),
    `${formatInteger(kept)} ${kept === 1 ? 'entry' : 'entries'}`,
  ];
  return {
    id: 'heuristic',
    label: 'Heuristic',
    value: columns.heuristic[step] ?? 0,
    unit: 'tokens',
    origin: `bytes ÷ 4: ${parts.join(' + ')}`,
  };
}

/** The step whose response holds the last real; −1 for none since the last reset. */
export function lastRealStep(replay: Replay, step: number): number {
  const { columns, session } = replay;
  if ((columns.lastReal[step] ?? 0) <= 0) return -1;
  for (let i = step - 1; i >= 0; i--) {
    const reported = ((session.profile.steps.flags[i] ?? 0) & stepFlag.reported) !== 0;
    if (reported && (columns.real[i] ?? 0) > 0) return i;
  }
  return -1;
}

/** The newest step before `step` that compacted; −1 for none. */
export function compactionBefore({ columns }: Replay, step: number): number {
  return step <= 0 ? -1 : columns.compacted.lastIndexOf(1, step - 1);
}

function operandRows(
  replay: Replay,
  guard: ContextGuardSettings | null,
  step: number,
): readonly LedgerRow[] {
  const { columns } = replay;
  const at = (column: ArrayLike<number>): number => column[step] ?? 0;
  const from = lastRealStep(replay, step);
  const known = from >= 0;
  const decidedByReal = known && at(columns.lastReal) >= at(columns.calibrated);
  return [
    heuristicRow(replay, step),
    {
      id: 'last-real',
      label: 'Last real',
      value: known ? at(columns.lastReal) : null,
      unit: 'tokens',
      origin: known ? `response of step ${formatInteger(from)}` : noReal(replay, step),
      projected: known && isProjected(replay, from),
      decided: decidedByReal,
    },
    {
      id: 'last-heuristic',
      label: 'Last heuristic',
      value: step > 0 ? at(columns.lastHeuristic) : null,
      unit: 'tokens',
      origin:
        step > 0 ? `request of step ${formatInteger(step - 1)}` : 'none before the first step',
    },
    {
      id: 'correction',
      label: 'Correction',
      value: at(columns.correction),
      unit: 'factor',
      origin: correctionOrigin(replay, guard, step),
      projected: known && isProjected(replay, from),
    },
    {
      id: 'calibrated',
      label: 'Calibrated',
      value: at(columns.calibrated),
      unit: 'tokens',
      origin: `trunc(${formatInteger(at(columns.heuristic))} × ${formatFactor(at(columns.correction), 4)})`,
      projected: known && isProjected(replay, from),
      decided: !decidedByReal,
    },
  ];
}

function noReal(replay: Replay, step: number): string {
  const compaction = compactionBefore(replay, step);
  return compaction < 0
    ? 'no usage reported before this step'
    : `reset by the compaction at step ${formatInteger(compaction)}, none reported since`;
}

function correctionOrigin(
  { columns }: Replay,
  guard: ContextGuardSettings | null,
  step: number,
): string {
  const real = columns.lastReal[step] ?? 0;
  const heuristic = columns.lastHeuristic[step] ?? 0;
  if (real <= 0 || heuristic <= 0) {
    return `default factor: no ${real <= 0 ? 'last real' : 'last heuristic'}`;
  }
  const ratio = real / heuristic;
  const share = `${formatInteger(real)} ÷ ${formatInteger(heuristic)}`;
  if (guard && ratio > guard.cap) return `${share} = ${ratio.toFixed(3)}, capped`;
  if (guard && ratio < guard.floor) return `${share} = ${ratio.toFixed(3)}, raised to the floor`;
  const { floor, cap } = guard ?? { floor: 1, cap: Infinity };
  return `clamp(${share}, ${floor}, ${cap})`;
}

function decisionOf(replay: Replay, step: number): LedgerDecision {
  const { columns } = replay;
  const at = (column: ArrayLike<number>): number => column[step] ?? 0;
  const value = at(columns.decision);
  const threshold = at(columns.threshold);
  const from = lastRealStep(replay, step);
  const reached = value >= threshold;
  return {
    outcome: columns.compacted[step] === 1 ? 'fires' : reached ? 'disabled' : 'held',
    value,
    threshold,
    margin: value - threshold,
    decidedBy:
      from >= 0 && at(columns.lastReal) >= at(columns.calibrated) ? 'last real' : 'calibrated',
    projected: from >= 0 && isProjected(replay, from),
    thresholdFormula: `${formatInteger(at(columns.window))} − ${formatInteger(at(columns.buffer))}`,
  };
}
