import * as z from 'zod';
import type { Policy } from '@/lib/policies/policy';
import { findPolicy, policies } from '@/lib/policies/registry';
import { UsageError } from './exit-code';

/** Settings as `--set` gives them, by key. */
export type GivenSettings = Readonly<Record<string, unknown>>;

/** The policy of an id. @throws UsageError naming the policies there are. */
export function policyOf(id: string): Policy {
  const policy = findPolicy(id);
  if (policy) return policy;
  const known = policies.map((one) => one.id).join(', ');
  throw new UsageError(`There is no policy "${id}". Policies: ${known}.`);
}

/** The keys a policy's settings have. */
export function settingKeys(policy: Policy): readonly string[] {
  const { properties } = z.toJSONSchema(policy.settings, { io: 'input' });
  return Object.keys(properties ?? {});
}

/** `window=200000` as key and value; numbers, true and false are read as such. */
export function parseAssignment(text: string): readonly [string, unknown] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--set wants key=value, not "${text}".`);
  const value = text.slice(at + 1).trim();
  const number = value === '' ? NaN : Number(value.replaceAll('_', ''));
  const known: Readonly<Record<string, unknown>> = { true: true, false: false };
  return [text.slice(0, at).trim(), Number.isNaN(number) ? (known[value] ?? value) : number];
}

/** Collects every `--set` of a command line; the last of a key wins. */
export const collectSetting = (text: string, before: GivenSettings): GivenSettings => ({
  ...before,
  ...Object.fromEntries([parseAssignment(text)]),
});

/**
 * The policy's settings: defaults, then those among `suggested` that the policy knows, then the
 * user's own. @throws UsageError naming the key and what is allowed.
 */
export function settingsOf(
  policy: Policy,
  given: GivenSettings,
  suggested: GivenSettings,
): unknown {
  const keys = settingKeys(policy);
  const unknown = Object.keys(given).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    const allowed = keys.length === 0 ? 'It has none.' : `Settings: ${keys.join(', ')}.`;
    throw new UsageError(`${policy.id} has no setting "${unknown}". ${allowed}`);
  }
  const fitting = Object.entries(suggested).filter(([key]) => keys.includes(key));
  const parsed = policy.settings.safeParse({ ...Object.fromEntries(fitting), ...given });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const key = String(issue?.path[0] ?? '');
  throw new UsageError(`--set ${key}=${String(given[key])}: ${issue?.message ?? 'not allowed'}.`);
}
