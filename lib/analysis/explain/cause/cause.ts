import type { CauseContext } from './context';
import type { Words } from '@/lib/engine/base/answer/words';

/** The causes of a step's decision, a closed list: one file each in `kinds/`. */
export type CauseId =
  | 'cap-binding'
  | 'floor-binding'
  | 'no-usage'
  | 'stale-real'
  | 'hidden-prefix'
  | 'uncounted'
  | 'density'
  | 'boundary'
  | 'attempts'
  | 'state-lost'
  | 'watermark-lost'
  | 'manual'
  | 'provider-limit'
  | 'response-reserve'
  | 'environment'
  | 'model-switch'
  | 'unknown';

/** Place that proves a sentence: a row of the ledger, a step, entries of the log, a setting. */
export type Evidence =
  | { readonly kind: 'operand'; readonly id: string }
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'entries'; readonly from: number; readonly to: number }
  | { readonly kind: 'setting'; readonly key: string };

/** Numbers of a sentence by name; tokens, steps or factors. */
export type Figures = Readonly<Record<string, number>>;

/** One sentence of a cause, with its numbers and the place that proves it. */
export interface Clause {
  /** null where it states the outcome. */
  readonly cause: CauseId | null;
  readonly words: Words;
  readonly evidence: Evidence | null;
  readonly figures: Figures;
}

/** One cause that a step has. */
export interface CauseOfStep {
  /** The decision would have been the other one without it. */
  readonly decides: boolean;
  /** The words behind the colon of the headline. */
  readonly reason: Words;
  /** The headline as a whole, where "step n held: …" does not say it. */
  readonly headline?: Words;
  /** The sentence that supports another headline; null where it has nothing to add. */
  readonly clause: Words | null;
  readonly evidence: Evidence | null;
  readonly figures: Figures;
}

/** A cause: its rule over the operands of a step, and its words. */
export interface CauseKind {
  readonly id: CauseId;
  /** The cause at a step; null where the step does not have it. */
  find(context: CauseContext): CauseOfStep | null;
}

/** Declares a cause; `kinds.ts` lists it. */
export const defineCause = (kind: CauseKind): CauseKind => kind;
