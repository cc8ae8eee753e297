import { valueText } from '@/lib/engine/policy/setting-text';
import { settingFields, unusedBy } from '@/lib/engine/policy/fields';
import { findPolicy } from '@/lib/policies/registry';
import type { SweepColumn } from '../sweep/plan';

/** "200,000", "7.5×": a value of a policy's setting as a reader knows it; "off" where that is off. */
export function valueWords(column: SweepColumn, setting: string, value: number): string {
  const policy = findPolicy(column.policy);
  const field = policy && settingFields(policy).find(({ key }) => key === setting);
  if (policy === undefined || field === undefined) return valueText({ unit: undefined }, value);
  const unused = unusedBy(field, policy, column.settings);
  return unused === null ? valueText(field, value) : valueText(unused, column.settings[unused.key]);
}

/** "window", "correction cap": the name of a setting within a sentence. */
export function settingName(column: SweepColumn, setting: string): string {
  const policy = findPolicy(column.policy);
  const field = policy && settingFields(policy).find(({ key }) => key === setting);
  return (field?.short ?? setting).toLowerCase();
}

/** The settings that were swept, in a word: all of a grid, or a sample. */
export const spaceName = ({ sample }: SweepColumn): string => (sample === null ? 'grid' : 'sample');

/** "window 200,000, cap 5×": every axis of a column at a place. */
export const placeWords = (column: SweepColumn, place: readonly number[]): string =>
  column.axes
    .map(({ setting, values }, axis) => {
      const value = values[place[axis] ?? 0] ?? NaN;
      return `${settingName(column, setting)} ${valueWords(column, setting, value)}`;
    })
    .join(', ');
