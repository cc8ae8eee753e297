/** The judgement of a recording's compactions by the policy that models its agent: its shape. */
import type { MeasuredCompaction } from '@/lib/engine/tokens/profile';
import type { MissingInput } from './missing-input';

/**
 * A recorded compaction beside what the policy asks for at its step: the same, or nothing. `inferred`: a
 * setting was inferred from it, so it proves nothing. `not-observable`: no request before it is recorded.
 * `far-below`: nothing says what triggered it, and no threshold of the policy was near.
 */
export type FidelityOutcome =
  'reproduced' | 'held' | 'not-observable' | 'inferred' | 'far-below' | 'manual' | 'trailing';

/** One recorded compaction, judged. */
export interface JudgedCompaction {
  /** The step it belongs to; the number of steps where none follows. */
  readonly step: number;
  readonly trigger: MeasuredCompaction['trigger'];
  readonly outcome: FidelityOutcome;
  /** Tokens the agent recorded before it. */
  readonly preTokens: number | null;
  /** The policy's value of the log as it was checked, and its threshold. */
  readonly value: number | null;
  readonly threshold: number | null;
  /** value − threshold. */
  readonly tokens: number | null;
  /** Greatest value since the compaction before it, at which the agent did not compact. */
  readonly held: number | null;
  /** Steps since the compaction before it at which the policy asked for one and the agent went on. */
  readonly early: number;
  /** What the file visibly lacks of the agent's count, so that the value is a lower bound; else null. */
  readonly lacks: MissingInput | null;
  /** Reason of the outcome, read from the numbers. */
  readonly why: string;
}

/** Neighbouring steps at which the policy asks for a compaction and the recording has none. */
export interface Disagreement {
  /** The first of them, its value and threshold. */
  readonly step: number;
  readonly value: number;
  readonly threshold: number;
  /** How many. */
  readonly steps: number;
}

/** The verdict on one session. */
export interface Fidelity {
  readonly policyId: string;
  readonly preset: string | null;
  readonly words: string;
  /** Recorded compactions that are judged: automatic ones, and those whose trigger is not recorded. */
  readonly judged: number;
  readonly reproduced: number;
  /** Those among them whose trigger is not recorded. */
  readonly unknown: number;
  readonly unknownReproduced: number;
  /** Judged, not reproduced, and the file visibly lacks what would explain it. */
  readonly explained: number;
  readonly manual: number;
  readonly compactions: readonly JudgedCompaction[];
  readonly disagreements: readonly Disagreement[];
}

/** The policy that models the agent either asks for the compaction or does not: nothing excuses it. */
export const isJudged = ({ outcome }: JudgedCompaction): boolean =>
  outcome === 'reproduced' || outcome === 'held';
