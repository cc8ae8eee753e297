import { useMemo } from 'react';
import { claimedPolicy, type ClaimedPolicy } from '@/lib/report/claimed-policy';
import { fidelityOf, type Fidelity } from '@/lib/report/fidelity';
import { fitThreshold, type FittedThreshold } from '@/lib/report/fitted-threshold';
import { useWorkbench } from './use-workbench';

/** What a session says of the policy that claims to have run. */
export interface SessionFidelity {
  readonly claim: ClaimedPolicy;
  readonly fidelity: Fidelity;
  readonly fitted: FittedThreshold | null;
}

/** The fidelity of the open session; null without recorded compactions or a claiming policy. */
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

/** The policy that claims to have run the open session; null without one. */
export function useClaim(): ClaimedPolicy | null {
  const { record, store } = useWorkbench();
  const { source } = record;
  const { head } = store.session.profile;
  return useMemo(() => claimedPolicy(source, head), [source, head]);
}
