import { formatInteger } from '@/lib/base/format';
import { settingFields } from '@/lib/policies/contract/fields';
import { findPolicy } from '@/lib/policies/registry';
import type { SweepColumn } from '../sweep/plan';

/** "200,000", "7.5×": a value of a policy's setting as a reader knows it. */
export function valueWords(column: SweepColumn, setting: string, value: number): string {
  const policy = findPolicy(column.policy);
  const field = policy && settingFields(policy).find(({ key }) => key === setting);
  const text = Number.isInteger(value) && value >= 1_000 ? formatInteger(value) : decimal(value);
  return field?.unit === '×' || field?.unit === '%' ? `${text}${field.unit}` : text;
}

/** At least one decimal, at most three: a factor is 5.0. */
function decimal(value: number): string {
  const text = value.toFixed(3).replace(/0{1,2}$/, '');
  return Number.isInteger(value) && value >= 100 ? String(value) : text;
}

/** "window", "correction cap": the name of a setting within a sentence. */
export function settingName(column: SweepColumn, setting: string): string {
  const policy = findPolicy(column.policy);
  const field = policy && settingFields(policy).find(({ key }) => key === setting);
  return (field?.short ?? setting).toLowerCase();
}

/** The settings that were swept, in a word: all of a grid, or a sample. */
export const spaceName = ({ sample }: SweepColumn): string => (sample === null ? 'grid' : 'sample');

/** "window 200,000, cap 5.0×": every axis of a column at a place. */
export const placeWords = (column: SweepColumn, place: readonly number[]): string =>
  column.axes
    .map(({ setting, values }, axis) => {
      const value = values[place[axis] ?? 0] ?? NaN;
      return `${settingName(column, setting)} ${valueWords(column, setting, value)}`;
    })
    .join(', ');
