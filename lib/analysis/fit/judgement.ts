/** The judgement of a recording's compactions by the policy that models its agent: its shape. */
import type { MeasuredCompaction } from '@/lib/tokens/profile';

/**
 * Outcome of a recorded compaction under the policy. `inferred`: a setting was inferred from it, so
 * it proves nothing.
 */
export type FidelityOutcome =
  'reproduced' | 'earlier' | 'later' | 'not-fired' | 'inferred' | 'manual' | 'trailing';

/** One recorded compaction, judged. */
export interface JudgedCompaction {
  /** The step it belongs to; the number of steps where none follows. */
  readonly step: number;
  readonly trigger: MeasuredCompaction['trigger'];
  readonly outcome: FidelityOutcome;
  /** Step at which the policy fires in this run; null for none. */
  readonly fired: number | null;
  /** fired − step; null where it does not fire or is not judged. */
  readonly steps: number | null;
  /** Tokens the agent recorded before it. */
  readonly preTokens: number | null;
  /** The policy's value at the recorded step on recorded counts, and its threshold. */
  readonly value: number | null;
  readonly threshold: number | null;
  /** value − threshold. */
  readonly tokens: number | null;
  /** Greatest value of the run's earlier steps, at which the agent did not compact. */
  readonly held: number | null;
  /** What the file visibly lacks of the agent's count, for a miss that this explains; else null. */
  readonly lacks: string | null;
  /** Reason of the outcome, read from the numbers. */
  readonly why: string;
}

/** A compaction of the policy's where the recording has none. */
export interface ExtraCompaction {
  readonly step: number;
  readonly value: number;
  readonly threshold: number;
}

/** The whole recording replayed once, as the session opens. */
export interface WholeReplay {
  /** Steps that compact. */
  readonly steps: readonly number[];
  /** How many of the recorded compactions that nobody asked for are among them. */
  readonly same: number;
  /** First step whose request differs from the recording's; null for none. */
  readonly divergence: number | null;
  /** Greatest value, its step and the threshold there; null where nothing is counted. */
  readonly highest: ExtraCompaction | null;
}

/** The verdict on one session. */
export interface Fidelity {
  readonly policyId: string;
  readonly preset: string | null;
  readonly words: string;
  /** Recorded compactions that are judged: automatic ones, and those whose trigger is not recorded. */
  readonly judged: number;
  readonly reproduced: number;
  /** Judged, not reproduced, and the file visibly lacks what would explain it. */
  readonly explained: number;
  readonly manual: number;
  readonly compactions: readonly JudgedCompaction[];
  readonly extras: readonly ExtraCompaction[];
  readonly whole: WholeReplay;
}
