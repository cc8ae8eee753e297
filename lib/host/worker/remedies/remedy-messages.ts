/** Messages between page and worker about remedies; both sides check them. */
import * as z from 'zod';
import type { CureEffect } from '@/lib/analysis/detectors/cures/cure-effect';
import type { RemedyEffect } from '@/lib/analysis/explain/cause/remedies/remedy';
import type { SizeTable } from '@/lib/policies/sizes/size-table';
import { faultsSchema } from '@/lib/replay/faults/faults';
import type { Profile } from '@/lib/tokens/profile';

const count = z.int().min(0);
const settings = z.record(z.string(), z.unknown()).readonly();

/** A value of the core, which made it and checks it; the other side reads it as it is. */
const made = <T>() => z.custom<T>((value) => typeof value === 'object' && value !== null);

/** From the page. `run` numbers the questions of one page. */
export const remedyRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('run'),
    run: count,
    /** The session; null: that of the question before. */
    carried: z
      .strictObject({
        profile: made<Profile>(),
        /** Heuristic tokens of the prefix. */
        prefixTokens: count,
        /** Frozen tables of sizes, which settings name. */
        tables: z.array(made<SizeTable>()).readonly(),
      })
      .nullable(),
    /** The replay that each remedy is one change away from. */
    policy: z.string(),
    settings,
    faults: faultsSchema,
    /** What the changes are for: the decision of a step, or a detector's finding. */
    of: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('step'), step: count }),
      z.strictObject({ kind: z.literal('finding'), detector: z.string() }),
    ]),
    /** Settings with each change: complete for a step, the changed ones for a finding. */
    remedies: z.array(settings).readonly(),
  }),
  z.strictObject({ kind: z.literal('cancel'), run: count }),
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
  z.strictObject({ kind: z.literal('end'), run: count }),
  z.strictObject({ kind: z.literal('failed'), run: count, message: z.string() }),
  z.strictObject({ kind: z.literal('refused'), message: z.string() }),
]);
export type RemedyReply = Readonly<z.infer<typeof remedyReplySchema>>;
