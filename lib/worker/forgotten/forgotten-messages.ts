/** Messages between page and worker about context that is needed again. */
import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import type { Finding } from '@/lib/analysis/detectors/finding';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import type { AskedReplay, CarriedSession, Ending } from '../carried-session';

/** From the page: a question about the session, or (null) that of the question before. */
export interface ForgottenJob extends AskedReplay {
  readonly carried: (CarriedSession & { readonly references: ReferenceIndex }) | null;
  readonly about: About;
}

/** From the worker; an end without an answer: the question was withdrawn. */
export type ForgottenReply =
  { readonly kind: 'answer'; readonly run: number; readonly findings: readonly Finding[] } | Ending;
