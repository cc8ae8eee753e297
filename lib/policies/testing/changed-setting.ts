import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';

/** A setting of a policy's path, far below its value; null where none of them is a number. */
export function changedSetting(
  policy: Policy,
  settings: Settings,
): Readonly<Record<string, number>> | null {
  const fields = settingFields(policy);
  for (const key of policy.decision?.path(settings) ?? []) {
    const field = fields.find((one) => one.key === key);
    const value = settings[key];
    if (field === undefined || typeof value !== 'number') continue;
    const less = field.kind === 'integer' ? Math.trunc(value * 0.6) : value * 0.6;
    const given = { [key]: Math.max(field.min, less) };
    if (policy.settings.safeParse({ ...settings, ...given }).success) return given;
  }
  return null;
}
