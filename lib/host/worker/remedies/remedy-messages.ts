/** Messages between page and worker about remedies; both sides check them. */
import * as z from 'zod';
import type { CureEffect } from '@/lib/analysis/detectors/cures/cure-effect';
import type { Rates } from '@/lib/analysis/cost/rates';
import { remedyAims, type RemedyEffect } from '@/lib/analysis/explain/cause/remedies/remedy';
import {
  askedReplay,
  cancelSchema,
  carriedSession,
  count,
  endings,
  made,
  settingsSchema,
} from '../carried-session';

/** From the page. `run` numbers the questions of one page. */
export const remedyRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('run'),
    run: count,
    /** The session; null: that of the question before. */
    carried: z.strictObject(carriedSession).nullable(),
    /** The replay that each remedy is one change away from. */
    ...askedReplay,
    /** The policy watches the recording, which is of its own system or not; null: it decides. */
    observed: z.strictObject({ own: z.boolean() }).nullable(),
    /** What the changes are for: the decision of a step, or a detector's finding. */
    of: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('step'),
        step: count,
        aim: z.enum(remedyAims),
        /** Prices of the session's models; null: effects are told without dollars. */
        rates: z
          .array(z.tuple([z.string(), made<Rates>().nullable()]))
          .readonly()
          .nullable(),
      }),
      z.strictObject({ kind: z.literal('finding'), detector: z.string() }),
    ]),
    /** Settings with each change: complete for a step, the changed ones for a finding. */
    remedies: z.array(settingsSchema).readonly(),
  }),
  cancelSchema,
]);
export type RemedyRequest = Readonly<z.output<typeof remedyRequestSchema>>;

/** From the worker: the effect of each remedy, in their order; then an end. */
export const remedyReplySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('effect'),
    run: count,
    /** Null where the remedy does not turn the step, or is no setting of the policy. */
    effect: made<RemedyEffect | CureEffect>().nullable(),
  }),
  ...endings,
]);
export type RemedyReply = Readonly<z.infer<typeof remedyReplySchema>>;
