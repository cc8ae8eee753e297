import fc from 'fast-check';
import { settingFields, type SettingField } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';

/** Windows at which the small sessions of property tests compact often, seldom and never. */
const WINDOWS = [3_000, 8_000, 20_000, 60_000, 200_000, 10_000_000] as const;

/** A value of one setting: mostly near what decides something, sometimes anything it allows. */
function valueOf(field: SettingField): fc.Arbitrary<unknown> {
  const initial = fc.constant(field.initial);
  const min = Math.max(field.min, -1_000_000);
  const max = Math.min(field.max, 100_000_000);
  switch (field.kind) {
    case 'boolean':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...field.options);
    case 'integer':
      return fc.oneof(
        initial,
        // The sessions of property tests have few turns.
        ...(field.unit === 'turns'
          ? [{ weight: 4, arbitrary: fc.integer({ min, max: Math.min(max, min + 4) }) }]
          : []),
        fc.integer({ min, max: Math.min(max, min + 40) }),
        fc.integer({ min, max: Math.min(max, 20_000) }),
        fc.integer({ min, max }),
      );
    case 'number':
      return fc.oneof(initial, fc.double({ min, max: Math.min(max, 10), noNaN: true }));
    case 'text':
      return initial;
  }
}

/** A value of `window`: it decides whether anything happens at all. */
const windowOf = (field: SettingField): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...WINDOWS) }, valueOf(field));

/**
 * Settings that a policy's own schema allows: its defaults or a preset with some settings drawn
 * anew, the window always.
 */
export function arbitrarySettings(policy: Policy): fc.Arbitrary<object> {
  const fields = settingFields(policy);
  const defaults = policy.settings.parse({}) as object;
  const bases = [{}, ...policy.presets.map(({ settings }) => settings as object)];
  const drawn = fc.record(Object.fromEntries(fields.map((field) => [field.key, valueOf(field)])), {
    requiredKeys: [],
  });
  const window = fields.find(({ key }) => key === 'window');
  return fc
    .tuple(
      fc.constantFrom(...bases),
      fc.oneof(fc.constant({}), drawn),
      window === undefined ? fc.constant({}) : fc.record({ window: windowOf(window) }),
    )
    .map((parts) => policy.settings.parse(Object.assign({}, defaults, ...parts)) as object);
}
