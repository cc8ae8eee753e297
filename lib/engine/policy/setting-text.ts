/** A setting's value in words: every page, table and sentence that names one prints these. */
import { formatExact } from '@/lib/engine/base/format';
import { tableWords } from '../sizes/carried-sizes';
import { unusedBy, type SettingField, type Settings } from './fields';
import type { Policy } from './policy';

/** Units that are a sign behind the number; tokens are understood, others are words. */
const signs: Readonly<Record<string, string>> = { '×': '×', '%': ' %' };

type Unit = Pick<SettingField, 'unit'>;

/** A setting's value with its sign: "7.5×", "187,500", "30 %", "off". */
export function valueText({ unit = '' }: Unit, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') return tableWords(value);
  if (typeof value !== 'number') return 'none';
  return `${formatExact(value)}${signs[unit] ?? ''}`;
}

/** The same with a unit that is a word: "200,000 tokens", "30 entries". */
export const valueWithUnit = (field: Unit, value: unknown): string => {
  const { unit } = field;
  const isWord = typeof value === 'number' && unit !== undefined && !(unit in signs);
  return `${valueText(field, value)}${isWord ? ` ${unit}` : ''}`;
};

/** The values of a choice and their names, with the present one, which a link may have brought. */
export const choicesOf = (
  { options }: Pick<SettingField, 'options'>,
  value: unknown,
): readonly (readonly [value: string, text: string])[] => {
  const known = options.includes(String(value)) ? options : [String(value), ...options];
  return known.map((option) => [option, valueText({}, option)]);
};

/** "Cap off", "Cap 7.5×", "Window of exactly 200,000 >=". */
export const settingText = (field: SettingField, value: unknown): string =>
  `${field.short} ${valueText(field, value)}`;

/** "not used: cap off": why a setting changes nothing beside the others; null where it is read. */
export function unusedText(
  field: SettingField,
  policy: Pick<Policy, 'settings'>,
  settings: Settings,
): string | null {
  const by = unusedBy(field, policy, settings);
  return by === null ? null : `not used: ${settingText(by, settings[by.key]).toLowerCase()}`;
}

/** A setting's value as an address holds it: "true", "7.5"; a text that is none stays one, for the schema to refuse. */
export function parseSetting({ kind }: Pick<SettingField, 'kind'>, text: string): unknown {
  if (kind === 'choice') return text;
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text.trim() === '' ? text : Number(text);
}
