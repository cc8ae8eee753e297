import type { Figure } from '../figure';

/** One difference: the document's statement, the code's behaviour, and the evidence. */
export interface Difference {
  readonly document: string;
  readonly code: string;
  readonly evidence: Figure;
  readonly how: string;
}

/** A difference with its number in golden/README.md. */
export type NumberedDifference = Difference & { readonly number: number };
