import { settingFields, type SettingField } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';

/** Settings of a policy that real ÷ heuristic is compared with: factors with a slider. */
export const factorFields = (policy: Policy): readonly SettingField[] =>
  settingFields(policy).filter(({ unit, slider }) => unit === '×' && slider !== undefined);
