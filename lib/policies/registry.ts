import * as builtin from './builtin';
import type { Policy } from '@/lib/engine/policy/policy';

/** Every policy, ordered by id (bundlers disagree on a namespace's key order). */
export const policies: readonly Policy[] = (Object.values(builtin) as readonly Policy[])
  .slice()
  .sort((a, b) => (a.id < b.id ? -1 : 1));

/** The policy with this id, if there is one. */
export function findPolicy(id: string): Policy | undefined {
  return policies.find((policy) => policy.id === id);
}

/** The policy a session opens with. */
export const DEFAULT_POLICY = 'contextguard-threshold';

/** The policy with this id, else the one a session opens with. */
export function policyOrDefault(id: string): Policy {
  const policy = findPolicy(id) ?? findPolicy(DEFAULT_POLICY);
  if (!policy) throw new Error(`There is no policy ${DEFAULT_POLICY}`);
  return policy;
}
