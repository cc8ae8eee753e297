import type { Policy } from '@/lib/engine/policy/policy';
import { DEFAULT_POLICY, policyOrDefault } from '@/lib/policies/registry';

/** Policies by system: the default policy's system first, then by name. */
export function bySystem(
  policies: readonly Policy[],
): readonly (readonly [system: string, policies: readonly Policy[]])[] {
  const groups = new Map<string, Policy[]>();
  for (const policy of policies) {
    const { system } = policy.provenance;
    groups.set(system, [...(groups.get(system) ?? []), policy]);
  }
  const first = policyOrDefault(DEFAULT_POLICY).provenance.system;
  return [...groups].sort(
    ([a], [b]) => Number(b === first) - Number(a === first) || a.localeCompare(b, 'en'),
  );
}
