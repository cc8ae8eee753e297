import type { LedgerRow, LedgerOverflow, LedgerEntered } from './ledger-row';
import type { PolicyEvent } from '@/lib/engine/policy/notes';
import type { FaultEffect } from '@/lib/engine/replay/faults/faults';
import type { Replay } from '@/lib/engine/replay/replay';
import { flipPoints, type FlipPoint } from './flip-points';
import { decisionAt, outcomeWords, type LedgerDecision } from './ledger-decision';
import { stepOutcome, type StepOutcome } from './outcome/step-outcome';
import { operandRows } from './ledger-operands';
import { compactionRows, enteredAt, overflowOf, requestRows, stateRows } from './ledger-request';
import { dropAt, dropText } from './recording/unexplained-drops';
import { policyEventsAt } from './policy-events';

export type { LedgerDecision } from './ledger-decision';

/** One step's decision, operand by operand. */
export interface Ledger {
  readonly step: number;
  readonly operands: readonly LedgerRow[];
  /** What the policy's side did, and what the provider said. */
  readonly outcome: StepOutcome;
  /** The policy's side in words: "Held: reached, not compacted". */
  readonly words: string;
  /** null for a policy that compares nothing with a threshold. */
  readonly decision: LedgerDecision | null;
  readonly flips: readonly FlipPoint[];
  /** One sentence about a drop without a recorded cause; null for none. */
  readonly drop: string | null;
  /** The policy's notes of the step. */
  readonly events: readonly PolicyEvent[];
  /** Faults that touch this step first. */
  readonly faults: readonly FaultEffect[];
  readonly compaction: readonly LedgerRow[];
  readonly request: readonly LedgerRow[];
  readonly overflow: LedgerOverflow;
  readonly state: readonly LedgerRow[];
  readonly entered: LedgerEntered;
}

/** The ledger of a step. */
export function stepLedger(replay: Replay, step: number): Ledger {
  const decision = decisionAt(replay, step);
  const drop = dropAt(replay.session, step);
  return {
    step,
    operands: operandRows(replay, step, decision),
    outcome: stepOutcome(replay, step),
    words: outcomeWords(replay, step),
    decision,
    flips: decision ? flipPoints(replay, step) : [],
    drop: drop === null ? null : dropText(drop),
    events: policyEventsAt(replay, step),
    faults: replay.faults.filter((effect) => effect.step === step),
    compaction: replay.columns.compacted[step] === 1 ? compactionRows(replay, step) : [],
    request: requestRows(replay, step),
    overflow: overflowOf(replay, step),
    state: stateRows(replay, step),
    entered: enteredAt(replay, step),
  };
}
