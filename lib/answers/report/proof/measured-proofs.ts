/** What proofs over the sessions that programs wrote themselves came to; `lib/cli/conformance/prove/write-proofs.ts` writes them. */
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Settings } from '@/lib/engine/policy/fields';
import { versionUsed } from '@/lib/engine/policy/preset-of';
import { findPolicy } from '@/lib/policies/registry';
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

/**
 * What the product says of a policy's proofs: the versions that were run, and of tuned settings whether they are of
 * another one; null where none were run.
 */
export function measuredProofText(id: string, tuned: Settings = {}): string | null {
  const proofs = allMeasuredProofs.filter((each) => each.policy === id);
  const policy = findPolicy(id);
  if (proofs.length === 0 || policy === undefined) return null;
  const plain = policy.settings.parse({}) as Settings;
  const { version } = versionUsed(policy, { ...plain, ...tuned }, plain);
  const other =
    version === undefined
      ? []
      : [`What is tuned here is another version, “${version.label}”, which was not run.`];
  return ['Proofs:', ...proofs.map(proofText), ...other].join(' ');
}

const proofText = (one: MeasuredProofs): string =>
  `${one.policy} ${one.version} was run over ${formatInteger(one.sessions)} generated sessions under other windows, of which ${formatInteger(one.whole)} went as predicted throughout: ${proofWords(one)}; ${counted(one.unpredicted, 'compaction')} came that nobody predicted.`;
