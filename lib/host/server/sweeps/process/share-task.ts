import type { FigurePhase } from '@/lib/tuning/figures/figure-phases';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';

/** A share as a thread gets it. */
export interface ShareTask {
  /** What is computed: the totals of each session, or the figures of a phase. */
  readonly of: 'totals' | FigurePhase;
  readonly plan: SweepPlan;
  readonly cells: readonly SweepCell[];
  /** Encoded profiles of its sessions. */
  readonly profiles: readonly Uint8Array[];
  /** Encoded names of its sessions, null for numbers alone; where figures are computed from them. */
  readonly names?: readonly (Uint8Array | null)[] | undefined;
}

/** A thread's answer: the encoded results, or why the replay failed. */
export type ShareAnswer =
  { readonly results: Uint8Array<ArrayBuffer> } | { readonly failure: string };
