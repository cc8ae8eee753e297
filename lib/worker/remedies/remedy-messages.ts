/** Messages between page and worker about remedies. */
import type { Rates } from '@/lib/analysis/cost/rates';
import type { CureEffect } from '@/lib/analysis/detectors/cures/cure-effect';
import type { RemedyAim, RemedyEffect } from '@/lib/analysis/explain/cause/remedies/remedy';
import type { Settings } from '@/lib/engine/policy/fields';
import type { AskedReplay, CarriedSession, Ending } from '../carried-session';

/** From the page: the replay that each remedy is one change away from. */
export interface RemedyJob extends AskedReplay {
  /** The session; null: that of the question before. */
  readonly carried: CarriedSession | null;
  /** What the changes are for: the decision of a step, or a detector's finding. */
  readonly of:
    | {
        readonly kind: 'step';
        readonly step: number;
        readonly aim: RemedyAim;
        /** Prices of the session's models; null: effects are told without dollars. */
        readonly rates: readonly (readonly [model: string, rates: Rates | null])[] | null;
      }
    | { readonly kind: 'finding'; readonly detector: string };
  /** Settings with each change: complete for a step, the changed ones for a finding. */
  readonly remedies: readonly Settings[];
}

/** From the worker: the effect of each remedy, in their order; then an end. */
export type RemedyReply =
  | {
      readonly kind: 'effect';
      readonly run: number;
      /** Null where the remedy does not turn the step, or is no setting of the policy. */
      readonly effect: RemedyEffect | CureEffect | null;
    }
  | Ending;
