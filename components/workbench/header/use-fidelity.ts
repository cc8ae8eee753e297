import { useMemo } from 'react';
import { claimedPolicy, type ClaimedPolicy } from '@/lib/analysis/fit/claimed-policy';
import { fidelityOf, type Fidelity } from '@/lib/analysis/fit/fidelity';
import { fitThreshold, type FittedThreshold } from '@/lib/analysis/fit/fitted-threshold';
import { useWorkbench } from '../state/use-workbench';

/** Fidelity of the policy matched to the session's agent. */
export interface SessionFidelity {
  readonly claim: ClaimedPolicy;
  readonly fidelity: Fidelity;
  readonly fitted: FittedThreshold | null;
}

/** Fidelity of the open session; null without recorded compactions or a matching policy. */
export function useFidelity(): SessionFidelity | null {
  const { record, store, prefix } = useWorkbench();
  const { source } = record;
  const { profile } = store.session;
  return useMemo(() => {
    if (!profile.head.compactions.some(({ kind }) => kind === 'summary')) return null;
    const claim = claimedPolicy(source, profile.head);
    if (claim === null) return null;
    const fidelity = fidelityOf(profile, claim, prefix.tokens);
    return { claim, fidelity, fitted: fitThreshold([fidelity]) };
  }, [profile, source, prefix.tokens]);
}

/** The policy matched to the open session's agent; null without one. */
export function useClaim(): ClaimedPolicy | null {
  const { record, store } = useWorkbench();
  const { source } = record;
  const { head } = store.session.profile;
  return useMemo(() => claimedPolicy(source, head), [source, head]);
}
