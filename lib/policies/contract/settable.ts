import { settingFields, type SettingField, type Settings } from './fields';
import type { Policy } from './policy';

/**
 * Names of the settings that a user of a policy's system can set; the others are constants of its
 * program, which a patch changes. All settings of a policy that is Highwater's own.
 */
export function settableSettings(policy: Policy): readonly string[] {
  const own = policy.options?.(policy.settings.parse({}));
  if (own === undefined) return settingFields(policy).map(({ key }) => key);
  const sets = own.snippets.filter(({ by }) => by === 'setting').flatMap((one) => one.sets);
  return [...new Set(sets)];
}

/** Place of a setting in the system that a policy replays. */
export interface SettingOrigin {
  /** `setting` any user has it · `patch` a constant of the source · `fixed` neither; `text` says more. */
  readonly kind: 'setting' | 'patch' | 'fixed';
  /** "Go", "settings.json", the patched file, or a sentence. */
  readonly text: string;
}

/** Another value that the setting can have: what it then takes to bring it into effect is asked for. */
function moved({ kind, min, max, options, initial }: SettingField, value: unknown): unknown {
  if (kind === 'boolean') return value !== true;
  if (kind === 'choice') return options.find((option) => option !== value) ?? value;
  const number = Number(value ?? initial ?? 0);
  const step = kind === 'integer' ? 1 : 0.1;
  return number + step <= max ? number + step : Math.max(min, number - step);
}

/** The origin of a setting; null where the policy is Highwater's own or says nothing of it. */
export function settingOrigin(
  policy: Policy,
  field: SettingField,
  now: Settings,
): SettingOrigin | null {
  const parsed = policy.settings.safeParse({ ...now, [field.key]: moved(field, now[field.key]) });
  if (policy.options === undefined || !parsed.success) return null;
  const { snippets, fixed } = policy.options(parsed.data);
  const by = (kind: 'setting' | 'patch') =>
    snippets.find((one) => one.by === kind && one.sets.includes(field.key));
  const set = by('setting');
  if (set !== undefined) return { kind: 'setting', text: set.file ?? set.target };
  const patch = by('patch');
  if (patch !== undefined) return { kind: 'patch', text: patch.file ?? patch.target };
  const reason = fixed[field.key];
  return reason === undefined ? null : { kind: 'fixed', text: reason };
}
