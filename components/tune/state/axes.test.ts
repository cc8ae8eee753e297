import { describe, expect, it } from 'vitest';
import { policyOrDefault, DEFAULT_POLICY } from '@/lib/policies/registry';
import type { SettingField } from '@/lib/engine/policy/fields';
import { axisFields, firstAxis, roundStep } from '@/lib/tuning/sweep/first-axes';
import { valuesOf, MOST_VALUES, todaySettings } from './axes';

const guard = policyOrDefault(DEFAULT_POLICY);
const field = (key: string): SettingField => {
  const found = axisFields(guard).find((one) => one.key === key);
  if (found === undefined) throw new Error(`There is no setting ${key}`);
  return found;
};

describe('the axes of ContextGuard', () => {
  it('are window, cap and factor', () => {
    expect(axisFields(guard).map(({ key }) => key)).toEqual(['window', 'cap', 'factor']);
  });

  it('begin around the limit, which is one of the windows', () => {
    const window = firstAxis(field('window'), 200_000);
    expect(window).toEqual({ setting: 'window', from: 150_000, to: 230_000, step: 5_000 });
    expect(valuesOf(window, [200_000])).toHaveLength(17);
    const odd = firstAxis(field('window'), 258_400);
    expect(valuesOf(odd, [258_400])).toContain(258_400);
  });

  it('begin with the whole slider of another setting', () => {
    const cap = firstAxis(field('cap'), 200_000);
    expect(cap).toEqual({ setting: 'cap', from: 1, to: 10, step: 0.5 });
    expect(valuesOf(cap, [5])).toHaveLength(19);
  });
});

describe('valuesOf', () => {
  it('adds a value that is not on the grid, in order', () => {
    expect(valuesOf({ setting: 'cap', from: 1, to: 2, step: 0.5 }, [1.73])).toEqual([
      1, 1.5, 1.73, 2,
    ]);
  });

  it('holds its most values by a wider step', () => {
    const values = valuesOf({ setting: 'window', from: 0, to: 1_000_000, step: 1_000 }, []);
    expect(values).toHaveLength(MOST_VALUES);
    expect(values.at(-1)).toBe(1_000_000);
  });

  it('has no binary dust', () => {
    expect(valuesOf({ setting: 'cap', from: 1, to: 1.4, step: 0.1 }, [])).toEqual([
      1, 1.1, 1.2, 1.3, 1.4,
    ]);
  });
});

it('rounds steps up to 1, 2 or 5', () => {
  expect([5_000, 0.45, 6_460, 1, 0.02].map(roundStep)).toEqual([5_000, 0.5, 10_000, 1, 0.02]);
});

it('takes the window that runs as today’s, and keeps what the user fixed', () => {
  expect(todaySettings(guard, { factor: 2 }, 128_000)).toMatchObject({
    window: 128_000,
    cap: 5,
    factor: 2,
  });
});
