import { policies } from '@/lib/policies/registry';
import { fieldsOf, listOf, type Fields } from './loose';
import { policyChange } from './policy-changes';

/** A threshold fitted to an agent's compactions: the counts are those that its own policy compares. */
export function fitNow(before: Fields, now: Fields): Fields {
  const policy = findPolicyOf(String(before['agent']));
  if (policy === null || policyChange(policy)?.decides !== true) return before;
  const sessions = listOf(before['sessions']).map((session, s) => {
    const compactions = listOf(fieldsOf(session)['compactions']).map((item, i) => {
      const known = listOf(fieldsOf(listOf(now['sessions'])[s])['compactions']);
      const { value, held } = fieldsOf(known[i]);
      return { ...fieldsOf(item), value, held };
    });
    return { ...fieldsOf(session), compactions };
  });
  const { n, sessions: of, contradicting } = fieldsOf(before['fitted']);
  return {
    ...before,
    sessions,
    fitted: { ...fieldsOf(now['fitted']), n, sessions: of, contradicting },
  };
}

/** Id of the policy that models an agent and bears its name; null for none. */
const findPolicyOf = (agent: string): string | null =>
  policies.find(({ label, recordings }) => recordings !== undefined && label === agent)?.id ?? null;
