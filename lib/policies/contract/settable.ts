import { settingFields } from './fields';
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
