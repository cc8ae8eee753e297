/** What proofs over the sessions that programs wrote themselves came to; `lib/cli/conformance/prove/write-proofs.ts` writes them. */
import { counted, formatInteger } from '@/lib/engine/base/format';
import results from './measured-proofs.json';
import { proofWords, type ProofSum } from './proof';

/** The proofs of one system, of one release. */
export interface MeasuredProofs extends ProofSum {
  readonly policy: string;
  readonly package: string;
  readonly version: string;
  readonly sessions: number;
  /** Sessions of which each compaction came at its predicted step, and no other. */
  readonly whole: number;
  /** Requests whose tokens were projected, and those of them within their band. */
  readonly projected: number;
  readonly projectedInside: number;
}

export const allMeasuredProofs: readonly MeasuredProofs[] = results;

/** What the product says of a policy's proofs in a sentence; null where none were run. */
export function measuredProofText(policy: string): string | null {
  const one = allMeasuredProofs.find((each) => each.policy === policy);
  if (one === undefined) return null;
  return `Proofs: ${policy} ${one.version} was run over ${formatInteger(one.sessions)} generated sessions under other windows, of which ${formatInteger(one.whole)} went as predicted throughout: ${proofWords(one)}; ${counted(one.unpredicted, 'compaction')} came that nobody predicted.`;
}
