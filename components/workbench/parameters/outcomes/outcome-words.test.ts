import { expect, it } from 'vitest';
import { settingFields } from '@/lib/engine/policy/fields';
import { policyOrDefault } from '@/lib/policies/registry';
import {
  edgeText,
  methodText,
  outcomeText,
  plateauText,
  rangeText,
  valueText,
  widthText,
} from './outcome-words';

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
  expect(widthText(window, { from: 194_096, to: 199_999 })).toBe('5,904 wide');
  expect(widthText(cap, { from: 7.5, to: 7.5 })).toBe('0.1 wide');
});

it('names what happens', () => {
  expect(plateauText({ compactions: 1, overflows: 0, loop: false })).toBe(
    '1 compaction, no overflow',
  );
  expect(plateauText({ compactions: 0, overflows: 2, loop: true })).toBe(
    'no compaction, 2 overflows, a loop',
  );
  const outcome = { fired: [3, 1_200], passes: [1, 2], overflow: [9], loop: true };
  expect(outcomeText(outcome)).toBe('compacts at 3, 1,200 (2 passes); overflows at 9; loops');
  const many = Array.from({ length: 11 }, (_, k) => k);
  expect(outcomeText({ fired: [], passes: [], overflow: many, loop: false })).toBe(
    'never compacts; overflows at 0, 1, 2, 3, 4, 5, 6, 7 and 3 more',
  );
});

it('says how far the edges are', () => {
  const range = { min: 1_000, max: 270_000 };
  expect(edgeText(window, { from: 194_096, to: 199_999 }, 199_999, range)).toBe(
    '5,904 lower or 1 higher changes it',
  );
  expect(edgeText(window, { from: 1_000, to: 4_000 }, 3_000, range)).toBe(
    '1,001 higher changes it',
  );
  expect(edgeText(cap, { from: 7.5, to: 10 }, 8, { min: 1, max: 10 })).toBe('0.6 lower changes it');
  expect(edgeText(cap, { from: 1, to: 10 }, 8, { min: 1, max: 10 })).toBe('as many at every value');
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
