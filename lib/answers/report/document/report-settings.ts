import type { Opening } from '@/lib/analysis/fit/opening';
import { isShown, settingFields } from '@/lib/engine/policy/fields';
import { unusedText, valueText } from '@/lib/engine/policy/setting-text';
import type { Replay } from '@/lib/engine/replay/replay';

/** A setting of the replay beside its default, and beside what the session opens with. */
export interface SettingRow {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly initial: string;
  /** null where the session opens under another policy. */
  readonly opened: string | null;
  readonly changed: boolean;
}

/** The settings that matter beside one another, in the order of the policy's form. */
export function settingRows(
  { policy, settings }: Pick<Replay, 'policy' | 'settings'>,
  opening: Opening,
): readonly SettingRow[] {
  const same = opening.policy.id === policy.id;
  return settingFields(policy)
    .filter((field) => isShown(field, settings))
    .map((field) => {
      const value = settings[field.key];
      const unused = unusedText(field, policy, settings);
      const usual = same ? opening.settings[field.key] : field.initial;
      return {
        key: field.key,
        label: field.label,
        value: unused === null ? valueText(field, value) : `${valueText(field, value)}, ${unused}`,
        initial: valueText(field, field.initial),
        opened: same ? valueText(field, opening.settings[field.key]) : null,
        changed: value !== usual && unused === null,
      };
    });
}
