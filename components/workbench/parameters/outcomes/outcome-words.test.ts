import { expect, it } from 'vitest';
import { settingFields } from '@/lib/engine/policy/fields';
import { policyOrDefault } from '@/lib/policies/registry';
import { edgesOf, methodText, plateauText, rangeText, valueText } from './outcome-words';

const fields = settingFields(policyOrDefault('contextguard-threshold'));
const field = (key: string) => {
  const found = fields.find((one) => one.key === key);
  if (found === undefined) throw new Error(`There is no setting ${key}`);
  return found;
};
const [window, cap] = [field('window'), field('cap')];

it('writes values with the decimals of their grid', () => {
  expect(valueText(window, 187_500)).toBe('187,500');
  expect(valueText(cap, 7)).toBe('7');
  expect(rangeText(window, { from: 5, to: 5 })).toBe('5');
  expect(rangeText(cap, { from: 1, to: 7.4 })).toBe('1 – 7.4');
});

it('names what happens', () => {
  expect(plateauText({ compactions: 1, overflows: 0, loop: false })).toBe(
    '1 compaction, no overflow',
  );
  expect(plateauText({ compactions: 0, overflows: 2, loop: true })).toBe(
    'no compaction, 2 overflows, a loop',
  );
});

it('finds where another outcome begins, the nearest first', () => {
  const outcome = (fired: readonly number[]) => ({ fired, passes: [], overflow: [], loop: false });
  const pieces = [
    { from: 1_000, to: 4_000, outcome: outcome([1, 2]) },
    { from: 4_001, to: 5_999, outcome: outcome([3]) },
    { from: 6_000, to: 8_999, outcome: outcome([4]) },
    { from: 9_000, to: 20_000, outcome: outcome([]) },
  ];
  const found = { pieces, exact: true, method: 'certificates', replays: 3 } as const;
  // The two in the middle compact as often: one outcome.
  expect(edgesOf(found, 8_000)).toMatchObject({ all: [4_001, 9_000], near: [9_000, 4_001] });
  expect(edgesOf(found, 8_000)?.plateau).toMatchObject({ from: 4_001, to: 8_999, compactions: 1 });
  expect(edgesOf(found, 1_000)?.near).toEqual([4_001]);
  expect(edgesOf(found, 20_000)?.near).toEqual([9_000]);
  expect(edgesOf(found, 999)).toBeNull();
  expect(edgesOf(null, 999)).toBeNull();
});

it('says whether they are exact', () => {
  const found = { pieces: [], replays: 3 };
  const one = { from: 50, to: 60, outcome: { fired: [], passes: [], overflow: [], loop: false } };
  const late = { pieces: [one], replays: 3, exact: true, method: 'certificates' } as const;
  expect(methodText(window, late, 50)).toBe('1 outcome, exact to the token');
  expect(methodText(window, late, 10)).toBe('1 outcome from 50 on, exact to the token');
  expect(methodText(window, { ...found, exact: true, method: 'certificates' }, 0)).toBe(
    '0 outcomes, exact to the token',
  );
  expect(methodText(cap, { ...found, exact: true, method: 'every value' }, 0)).toBe(
    '0 outcomes, exact to 0.1',
  );
  expect(methodText(window, { ...found, exact: false, method: 'grid of 500' }, 0)).toBe(
    '0 outcomes, from a grid of 500 values: not exact',
  );
});
