import { settingFields, type SettingField, type Settings } from '@/lib/engine/policy/fields';
import { ownOptions } from '@/lib/policies/own-options';
import type { Policy } from '@/lib/engine/policy/policy';

/**
 * Names of the settings that a user of a policy's system can set; the others are constants of its
 * program, which a patch changes. All settings of a policy that is Highwater's own.
 */
export function settableSettings(policy: Policy): readonly string[] {
  const own = ownOptions(policy, policy.settings.parse({}));
  if (own === undefined) return settingFields(policy).map(({ key }) => key);
  const sets = own.snippets.filter(({ by }) => by === 'setting').flatMap((one) => one.sets);
  return [...new Set(sets)];
}

/** Place of a setting in the system that a policy replays. */
export interface SettingOrigin {
  /**
   * `setting` any user has it · `patch` a constant of the source · `fixed` neither; `text` says more ·
   * `assumed` no setting of a system, part of how it is replayed.
   */
  readonly kind: 'setting' | 'patch' | 'fixed' | 'assumed';
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

const ASSUMED = 'No setting of the system: how Highwater replays it';
const OWN = 'A policy of Highwater’s: no system has this setting';

/** The origin of a setting. */
export function settingOrigin(policy: Policy, field: SettingField, now: Settings): SettingOrigin {
  const parsed = policy.settings.safeParse({ ...now, [field.key]: moved(field, now[field.key]) });
  if (!parsed.success) return { kind: 'assumed', text: ASSUMED };
  const own = ownOptions(policy, parsed.data);
  if (own === undefined) return { kind: 'assumed', text: OWN };
  const { snippets, fixed } = own;
  const by = (kind: 'setting' | 'patch') =>
    snippets.find((one) => one.by === kind && one.sets.includes(field.key));
  const set = by('setting');
  if (set !== undefined) return { kind: 'setting', text: set.file ?? set.target };
  const patch = by('patch');
  if (patch !== undefined) return { kind: 'patch', text: patch.file ?? patch.target };
  const reason = fixed[field.key];
  return reason === undefined
    ? { kind: 'assumed', text: ASSUMED }
    : { kind: 'fixed', text: reason };
}

/**
 * The formula that a setting is an operand of: its own, or the threshold's where it moves that; undefined
 * for one that enters no formula.
 */
export function settingFormula(
  policy: Policy,
  field: SettingField,
  now: Settings,
): string | undefined {
  const rule = policy.decision?.thresholdRule;
  if (field.formula !== undefined || rule === undefined) return field.formula;
  const at = (value: unknown): number | undefined => {
    const parsed = policy.settings.safeParse({ ...now, [field.key]: value });
    return parsed.success ? policy.decision?.threshold(parsed.data, 0) : undefined;
  };
  const { kind, min, max } = field;
  const others =
    kind === 'integer' || kind === 'number' ? [min, max] : [moved(field, now[field.key])];
  return others.some((value) => at(value) !== at(now[field.key])) ? rule : undefined;
}
