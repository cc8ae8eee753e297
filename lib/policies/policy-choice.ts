import { err, ok, type Result } from '@/lib/engine/base/result';
import type { Policy, Preset } from '@/lib/engine/policy/policy';
import { findPolicy, policies } from '@/lib/policies/registry';

/** Error of a policy, preset or setting; `at` names the field. */
export interface ChoiceError {
  readonly at: 'policy' | 'preset' | `settings.${string}`;
  readonly message: string;
  /** zod's message for a disallowed value, without the sentence around it. */
  readonly reason?: string;
}

/** A policy, and one of its presets if named. */
export interface PolicyChoice {
  readonly policy: Policy;
  readonly preset: Preset<unknown> | null;
}

/** Settings by key, as a link, a command line or a request gives them. */
export type GivenSettings = Readonly<Record<string, unknown>>;

/** Finds a policy and a preset of it by their ids. */
export function choosePolicy(id: string, presetId?: string): Result<PolicyChoice, ChoiceError> {
  const policy = findPolicy(id);
  if (policy === undefined) {
    const known = policies.map((one) => one.id).join(', ');
    return err({ at: 'policy', message: `There is no policy "${id}". Policies: ${known}.` });
  }
  if (presetId === undefined) return ok({ policy, preset: null });
  const preset = policy.presets.find((one) => one.id === presetId);
  if (preset !== undefined) return ok({ policy, preset });
  const known = policy.presets.map((one) => one.id).join(', ');
  const has = known === '' ? 'It has none.' : `Presets: ${known}.`;
  const others = policies.filter(({ presets }) => presets.some((one) => one.id === presetId));
  const elsewhere = others.map((one) => ` There is ${one.id}@${presetId}.`).join('');
  return err({ at: 'preset', message: `${id} has no preset "${presetId}". ${has}${elsewhere}` });
}

/** The keys a policy's settings have, in the order of its schema; each has a default. */
const settingKeys = (policy: Policy): readonly string[] =>
  Object.keys(policy.settings.parse({}) as object);

/**
 * The policy's settings: its defaults, then those among `suggested` that it knows (what the session
 * or the scenario says), then the preset's, then the user's own.
 */
export function chooseSettings(
  { policy, preset }: PolicyChoice,
  given: GivenSettings,
  suggested: GivenSettings,
): Result<unknown, ChoiceError> {
  const keys = settingKeys(policy);
  const unknown = Object.keys(given).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    const allowed = keys.length === 0 ? 'It has none.' : `Settings: ${keys.join(', ')}.`;
    const message = `${policy.id} has no setting "${unknown}". ${allowed}`;
    return err({ at: `settings.${unknown}`, message });
  }
  const fitting = Object.entries(suggested).filter(([key]) => keys.includes(key));
  const chosen = { ...Object.fromEntries(fitting), ...(preset?.settings as object | undefined) };
  const parsed = policy.settings.safeParse({ ...chosen, ...given });
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const key = String(issue?.path[0] ?? '');
  const reason = issue?.message ?? 'not allowed';
  return err({
    at: `settings.${key}`,
    message: `${policy.id}${key === '' ? '' : ` ${key}`}: ${reason}.`,
    reason,
  });
}
