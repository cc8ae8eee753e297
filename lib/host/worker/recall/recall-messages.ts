/** Messages between page and worker about what of a context is used again; both sides check them. */
import * as z from 'zod';
import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import type { Finding } from '@/lib/analysis/detectors/finding';
import type { Recall } from '@/lib/analysis/recall/recall-report';
import type { ReferenceIndex } from '@/lib/tokens/references/reference-index';
import {
  askedReplay,
  cancelSchema,
  carriedSession,
  count,
  endings,
  made,
} from '../carried-session';

/** Names of a session that is not asked about: the chance level. */
export type OtherNames = Pick<ReferenceIndex, 'names'>;

/** From the page. `run` numbers the questions of one page. */
export const recallRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('run'),
    run: count,
    /** The session; null: that of the question before. */
    carried: z
      .strictObject({
        ...carriedSession,
        references: made<ReferenceIndex>(),
        other: made<OtherNames>().nullable(),
      })
      .nullable(),
    ...askedReplay,
    /** The policy watches the recording, which is of its own system or not; null: it decides. */
    observed: z.strictObject({ own: z.boolean() }).nullable(),
    about: made<About>(),
  }),
  cancelSchema,
]);
export type RecallRequest = Readonly<z.output<typeof recallRequestSchema>>;

/** From the worker; an end without an answer: the question was withdrawn. */
export const recallReplySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answer'),
    run: count,
    recall: made<Recall>(),
    /** What the detectors find in it. */
    findings: z.array(made<Finding>()).readonly(),
  }),
  ...endings,
]);
export type RecallReply = Readonly<z.infer<typeof recallReplySchema>>;
