/** Messages between page and worker about what of a context is used again; both sides check them. */
import * as z from 'zod';
import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import type { Finding } from '@/lib/analysis/detectors/finding';
import type { Recall } from '@/lib/analysis/recall/recall-report';
import type { SizeTable } from '@/lib/policies/sizes/size-table';
import { faultsSchema } from '@/lib/replay/faults/faults';
import type { Profile } from '@/lib/tokens/profile';
import type { ReferenceIndex } from '@/lib/tokens/references/reference-index';

const count = z.int().min(0);

/** A value of the core, which made it and checks it; the other side reads it as it is. */
const made = <T>() => z.custom<T>((value) => typeof value === 'object' && value !== null);

/** From the page. `run` numbers the questions of one page. */
export const recallRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('run'),
    run: count,
    /** The session; null: that of the question before. */
    carried: z
      .strictObject({
        profile: made<Profile>(),
        /** Heuristic tokens of the prefix. */
        prefixTokens: count,
        references: made<ReferenceIndex>(),
        /** Frozen tables of sizes, which settings name. */
        tables: z.array(made<SizeTable>()).readonly(),
      })
      .nullable(),
    policy: z.string(),
    settings: z.record(z.string(), z.unknown()).readonly(),
    faults: faultsSchema,
    about: made<About>(),
  }),
  z.strictObject({ kind: z.literal('cancel'), run: count }),
]);
export type RecallRequest = Readonly<z.output<typeof recallRequestSchema>>;

/** From the worker. */
export const recallReplySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answer'),
    run: count,
    recall: made<Recall>(),
    /** What the detectors find in it. */
    findings: z.array(made<Finding>()).readonly(),
  }),
  /** Nothing was computed, since the question was withdrawn. */
  z.strictObject({ kind: z.literal('end'), run: count }),
  z.strictObject({ kind: z.literal('failed'), run: count, message: z.string() }),
  z.strictObject({ kind: z.literal('refused'), message: z.string() }),
]);
export type RecallReply = Readonly<z.infer<typeof recallReplySchema>>;
