import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';

/** A share as a thread gets it. */
export interface ShareTask {
  /** What is computed: the totals of each session, or its figures. */
  readonly of: 'totals' | 'figures';
  readonly plan: SweepPlan;
  readonly cells: readonly SweepCell[];
  /** Encoded profiles of its sessions. */
  readonly profiles: readonly Uint8Array[];
  /** Steps of each that another session of the sweep counts. */
  readonly countedFrom?: readonly number[];
}

/** A thread's answer: the encoded results, or why the replay failed. */
export type ShareAnswer =
  { readonly results: Uint8Array<ArrayBuffer> } | { readonly failure: string };
