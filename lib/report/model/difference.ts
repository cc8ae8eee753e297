import type { Figure } from './figure';

/** One difference: what the document has, what the code does, and the evidence. */
export interface Difference {
  /** Its number in golden/README.md. */
  readonly number: number;
  readonly document: string;
  readonly code: string;
  readonly evidence: Figure;
  readonly how: string;
}
