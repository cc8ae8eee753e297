import type { Basis, Policy } from '@/lib/policies/contract/policy';
import { DEFAULT_POLICY, policyOrDefault } from '@/lib/policies/registry';

/** A policy's basis: badge and explanation. */
export const basisWords: Readonly<
  Record<Basis, { readonly badge: string; readonly text: string }>
> = {
  exact: {
    badge: 'exact',
    text: 'computes what the system’s code computes',
  },
  documented: { badge: 'documented', text: 'follows the document; the code may differ' },
  reconstructed: {
    badge: 'reconstructed',
    text: 'rebuilt from public statements; the source is closed',
  },
  ours: { badge: 'Highwater variant', text: 'made by Highwater; no other system runs it' },
};

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
