import { useMemo, useState } from 'react';
import type { OwnPolicy } from '@/lib/analysis/fit/own-policy';
import { fidelityOf } from '@/lib/analysis/fit/fidelity';
import type { Fidelity } from '@/lib/analysis/fit/judgement';
import { fitThreshold, type FittedThreshold } from '@/lib/analysis/fit/fitted-threshold';
import type { Settings } from '@/lib/engine/policy/fields';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** Fidelity of the policy matched to the session's agent. */
export interface SessionFidelity {
  readonly claim: OwnPolicy;
  /** Under the agent's own settings, as far as they are known. */
  readonly own: Fidelity;
  /** Under the settings in force, where these are other ones of the same policy; else null. */
  readonly asSet: Fidelity | null;
  readonly fitted: FittedThreshold | null;
}

/** Fidelity of the open session; null without a matching policy. */
export function useFidelity(): SessionFidelity | null {
  const { store, prefix, opening } = useWorkbench();
  const { profile } = store.session;
  const { own: claim } = opening;
  const settings = useSettingsInForce(claim);
  const own = useMemo(
    () => (claim === null ? null : fidelityOf(profile, claim, prefix.tokens)),
    [profile, claim, prefix.tokens],
  );
  const asSet = useMemo(
    () =>
      claim !== null && settings !== null
        ? fidelityOf(profile, { ...claim, settings, inferredFrom: null }, prefix.tokens)
        : null,
    [profile, claim, settings, prefix.tokens],
  );
  return useMemo(
    () =>
      claim === null || own === null
        ? null
        : { claim, own, asSet, fitted: 'observed' in claim.settings ? fitThreshold([own]) : null },
    [claim, own, asSet],
  );
}

/** The settings in force if they are the claimed policy's, but others; the last ones during a drag. */
function useSettingsInForce(claim: OwnPolicy | null): Settings | null {
  const frame = useLateFrame();
  const { policyId, settings, moving } = frame;
  const [still, setStill] = useState({ policyId, settings });
  const newer = still.policyId !== policyId || still.settings !== settings;
  if (!moving && newer) setStill({ policyId, settings });
  if (still.policyId !== claim?.policy.id) return null;
  const same = Object.entries(claim.settings).every(
    ([key, value]) => still.settings[key] === value,
  );
  return same ? null : still.settings;
}
