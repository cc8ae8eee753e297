import { formatFactor, formatInteger } from '@/lib/base/format';
import type { SettingField } from '@/lib/policies/contract/fields';

/** A setting's value with its unit: "200,000", "5.0 ×". */
export function valueText({ kind, unit }: SettingField, value: number): string {
  if (kind === 'integer')
    return unit === undefined || unit === 'tokens'
      ? formatInteger(value)
      : `${formatInteger(value)} ${unit}`;
  return `${formatFactor(value, 4).replace('×', '')}${unit === undefined ? '' : ` ${unit}`}`;
}

/** A setting's value on an axis, short: "200k", "5". */
export function tickText({ kind }: SettingField, value: number): string {
  if (kind !== 'integer') return `${+value.toFixed(4)}`;
  if (value >= 1_000_000) return `${+(value / 1_000_000).toFixed(2)}M`;
  return value >= 1_000 ? `${+(value / 1_000).toFixed(1)}k` : `${value}`;
}
