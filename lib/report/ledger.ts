import type { PolicyEvent } from '@/lib/policies/notes';
import type { FaultEffect, Replay } from '@/lib/replay/replay';
import type { PartKind } from '@/lib/session/schema';
import { flipPoints, type FlipPoint } from './flip-points';
import { decisionAt, type LedgerDecision } from './ledger-decision';
import { operandRows } from './ledger-operands';
import { compactionRows, enteredAt, overflowOf, requestRows, stateRows } from './ledger-request';
import { policyEventsAt } from './policy-events';

export type { LedgerDecision } from './ledger-decision';

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
  /** What the policy says it did here besides. */
  readonly events: readonly PolicyEvent[];
  /** Faults that touch this step first. */
  readonly faults: readonly FaultEffect[];
  readonly compaction: readonly LedgerRow[];
  readonly request: readonly LedgerRow[];
  readonly overflow: LedgerOverflow;
  readonly state: readonly LedgerRow[];
  readonly entered: LedgerEntered;
}

/** The ledger of a step. `settings` are those the replay ran with. */
export function stepLedger(replay: Replay, settings: unknown, step: number): Ledger {
  const decision = decisionAt(replay, settings, step);
  return {
    step,
    operands: operandRows(replay, settings, step, decision),
    decision,
    flips: decision ? flipPoints(replay, settings, step) : [],
    events: policyEventsAt(replay, step),
    faults: replay.faults.filter((effect) => effect.step === step),
    compaction: replay.columns.compacted[step] === 1 ? compactionRows(replay, step) : [],
    request: requestRows(replay, step),
    overflow: overflowOf(replay, step),
    state: decision ? stateRows(replay, step) : [],
    entered: enteredAt(replay, step),
  };
}
