import { describe, expect, it } from 'vitest';
import { claudeCode, contextGuardThreshold } from '@/lib/policies/builtin';
import type { Policy } from '@/lib/engine/policy/policy';
import { policies } from '@/lib/policies/registry';
import { presetOf, withPreset } from '@/lib/engine/policy/preset-of';
import { bySystem } from './policy-names';
import type { Settings } from '@/lib/engine/policy/fields';

const defaults = (policy: Policy): Settings => policy.settings.parse({}) as Settings;
const presetNamed = (policy: Policy, id: string) => {
  const preset = policy.presets.find((one) => one.id === id);
  if (!preset) throw new Error(`There is no preset ${id}`);
  return preset;
};

describe('bySystem', () => {
  it('lists every policy once, under its system', () => {
    const groups = bySystem(policies);
    expect(groups.flatMap(([, list]) => list.map(({ id }) => id)).sort()).toEqual(
      policies.map(({ id }) => id).sort(),
    );
    const systemOf = (id: string) => groups.find(([, list]) => list.some((one) => one.id === id));
    expect(systemOf('goat-fixed')?.[0]).toBe('Goat');
    expect(systemOf('contextguard-tail')?.[0]).toBe('ContextGuard');
    expect(systemOf('anchor-delta')?.[0]).toBe('Highwater');
    expect(systemOf('recorded')?.[0]).toBe('The recording');
  });
});

describe('presets', () => {
  const guard = contextGuardThreshold as Policy;

  it('decide what they name and leave the rest', () => {
    const initial = { ...defaults(guard), window: 400_000 };
    const drafted = { ...initial, window: 90_000, summary: 'bytes', cap: 9 };
    const chosen = withPreset(guard, initial, drafted, presetNamed(guard, 'v0.9.0'));
    // Some preset names the window, none the summary model.
    expect(chosen).toMatchObject({ window: 400_000, summary: 'bytes', cap: 5, factor: 2 });
    expect(presetOf(guard, initial, chosen)?.id).toBe('v0.9.0');
  });

  it('do not pile up', () => {
    const code = claudeCode as Policy;
    const initial = defaults(code);
    const one = withPreset(code, initial, initial, presetNamed(code, 'to-2.1.20'));
    const two = withPreset(code, initial, one, presetNamed(code, 'observed-73'));
    expect(two['outputReserve']).toBe(initial['outputReserve']);
    expect(presetOf(code, initial, two)?.id).toBe('observed-73');
  });

  it('show a version before a mere choice of settings, and none for other settings', () => {
    const initial = defaults(guard);
    expect(presetOf(guard, initial, initial)?.id).toBe('v1.1.0');
    expect(presetOf(guard, initial, { ...initial, cap: 4.2 })).toBeUndefined();
  });

  it('of every policy are found again', () => {
    for (const policy of policies) {
      const initial = defaults(policy);
      for (const preset of policy.presets) {
        const chosen = withPreset(policy, initial, initial, preset);
        const found = presetOf(policy, initial, chosen);
        expect(found).toBeDefined();
        expect(policy.settings.safeParse(chosen).success).toBe(true);
      }
    }
  });
});
