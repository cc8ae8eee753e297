import { settingFields, type SettingField } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { NamedRange } from './axis-values';

/** The limit where no session's is known. */
export const UNKNOWN_LIMIT = 200_000;

/** Windows below and above the limit that are swept at first, in steps of about a fortieth of it. */
const BELOW = 10;
const ABOVE = 6;
/** Values that another axis has at first, at most. */
const FIRST_VALUES = 20;

/** A number without what binary fractions leave behind. */
const clean = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Rounds up to 1, 2 or 5 times a power of ten. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-6)));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * (1 - 1e-9)) ?? 10;
  return clean(factor * power);
}

/** Settings of a policy that a sweep may vary: its numbers, those with a slider first. */
export function sweptFields(policy: Policy): readonly SettingField[] {
  const others = settingFields(policy).filter((field) => isNumber(field) && !field.slider);
  return [...axisFields(policy), ...others];
}

const isNumber = ({ kind }: SettingField): boolean => kind === 'integer' || kind === 'number';

/** Settings that a sweep begins with: numbers with a slider, the window first. */
export function axisFields(policy: Policy): readonly SettingField[] {
  const swept = settingFields(policy).filter(
    (field) => field.slider !== undefined && isNumber(field),
  );
  const isWindow = ({ key }: SettingField): boolean => key === 'window';
  return [...swept.filter(isWindow), ...swept.filter((field) => !isWindow(field))];
}

/**
 * The values an axis begins with: windows around the limit, else the setting's slider; without one the
 * whole of a short range, else from its least value to twice its default.
 */
export function firstAxis(field: SettingField, limit: number): NamedRange {
  const { key: setting, slider } = field;
  if (slider === 'window') {
    const step = Math.max(1, roundStep(limit / 40));
    return { setting, from: Math.max(step, limit - BELOW * step), to: limit + ABOVE * step, step };
  }
  const { from, to, least } =
    slider === undefined
      ? { ...plainRange(field, limit), least: field.kind === 'integer' ? 1 : 0 }
      : { from: slider.min, to: slider.max, least: slider.step };
  return { setting, from, to, step: Math.max(least, roundStep((to - from) / FIRST_VALUES)) };
}

/** Ranges up to this are swept whole. */
const SHORT = { integer: 20, number: 1 } as const;

function plainRange(
  { kind, min, max, initial }: SettingField,
  limit: number,
): { readonly from: number; readonly to: number } {
  const short = kind === 'integer' ? SHORT.integer : SHORT.number;
  if (max <= short) return { from: min, to: max };
  const value = Number(initial);
  // A default of nought turns most of these settings off: tokens are then tried up to the limit.
  return { from: Math.max(0, min), to: Math.min(max, value > 0 ? 2 * value : limit) };
}
