/** Messages between page and worker about context that is needed again; both sides check them. */
import * as z from 'zod';
import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import type { Finding } from '@/lib/analysis/detectors/finding';
import type { ReferenceIndex } from '@/lib/tokens/references/reference-index';
import {
  askedReplay,
  cancelSchema,
  carriedSession,
  count,
  endings,
  made,
} from '../carried-session';

/** From the page. `run` numbers the questions of one page. */
export const forgottenRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('run'),
    run: count,
    /** The session; null: that of the question before. */
    carried: z
      .strictObject({
        ...carriedSession,
        references: made<ReferenceIndex>(),
      })
      .nullable(),
    ...askedReplay,
    /** The policy watches the recording, which is of its own system or not; null: it decides. */
    observed: z.strictObject({ own: z.boolean() }).nullable(),
    about: made<About>(),
  }),
  cancelSchema,
]);
export type ForgottenRequest = Readonly<z.output<typeof forgottenRequestSchema>>;

/** From the worker; an end without an answer: the question was withdrawn. */
export const forgottenReplySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answer'),
    run: count,
    findings: z.array(made<Finding>()).readonly(),
  }),
  ...endings,
]);
export type ForgottenReply = Readonly<z.infer<typeof forgottenReplySchema>>;
