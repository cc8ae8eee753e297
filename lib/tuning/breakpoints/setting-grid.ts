import { roundTo } from '@/lib/engine/base/round-to';
import type { SettingField } from '@/lib/engine/policy/fields';

/** Step of a number without a slider. */
const FINE = 0.01;

/** The values of a setting between two, as its slider or its field gives them. */
export interface SettingGrid {
  readonly count: number;
  /** The k-th value, from 0. */
  at(k: number): number;
}

/**
 * The values of a setting from `from` to `to`: whole numbers, or the decimals of its slider's step,
 * each the number that its decimal is written for. Values that the setting does not allow are left out.
 */
export function settingGrid(field: SettingField, from: number, to: number): SettingGrid {
  const step = stepOf(field);
  const decimals = decimalsOf(step);
  const first = Math.ceil(rounded(Math.max(from, field.min) / step));
  const last = Math.floor(rounded(Math.min(to, field.max) / step));
  return {
    count: Math.max(0, last - first + 1),
    at: (k) => roundTo((first + k) * step, decimals),
  };
}

/** The distance of a setting's neighbouring values. */
export function stepOf({ kind, slider }: Pick<SettingField, 'kind' | 'slider'>): number {
  if (kind === 'integer') return 1;
  return typeof slider === 'object' ? slider.step : FINE;
}

const decimalsOf = (step: number): number => String(step).split('.')[1]?.length ?? 0;

/** A quotient of decimals without the error of their floating forms. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
