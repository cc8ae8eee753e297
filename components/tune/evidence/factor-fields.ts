import { settingFields, type SettingField } from '@/lib/policies/contract/fields';
import type { Policy } from '@/lib/policies/contract/policy';

/** Settings of a policy that real ÷ heuristic is compared with: factors with a slider. */
export const factorFields = (policy: Policy): readonly SettingField[] =>
  settingFields(policy).filter(({ unit, slider }) => unit === '×' && slider !== undefined);
