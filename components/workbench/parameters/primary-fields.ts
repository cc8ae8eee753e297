import { settingFields, type SettingField } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { NUDGE_KEYS } from '../actions/setting-actions';

/** The settings with a slider under the chart: the policy's first three that have one. */
export const primaryFields = (policy: Policy): readonly SettingField[] =>
  settingFields(policy)
    .filter(({ slider }) => slider !== undefined)
    .slice(0, NUDGE_KEYS);

/** All others. */
export function otherFields(policy: Policy): readonly SettingField[] {
  const primary = primaryFields(policy);
  return settingFields(policy).filter((field) => !primary.includes(field));
}
