import type { SettingField, Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { axisValues, type NamedRange } from '@/lib/tuning/sweep/axis-values';
import { firstAxis, roundStep } from '@/lib/tuning/sweep/first-axes';
import type { SweepAxis } from '@/lib/tuning/sweep/plan';

/** Most values of one axis: more cells than pixels would be drawn. */
export const MOST_VALUES = 41;

/** A number without what binary fractions leave behind. */
const clean = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The slider of an axis: its ends and its step. */
export function axisScale(
  field: SettingField,
  limit: number,
): { readonly min: number; readonly max: number; readonly step: number } {
  if (field.slider === undefined) {
    const { from: min, to, step } = firstAxis(field, limit);
    return { min, max: Math.min(field.max, 2 * to), step };
  }
  if (field.slider !== 'window') return field.slider;
  const step = Math.max(1, roundStep(limit / 200));
  return { min: step, max: Math.ceil((limit * 1.5) / step) * step, step };
}

/** The values of an axis, ascending: its steps, wider where they are too many, and `among`. */
export function valuesOf(
  { from, to, step }: NamedRange,
  among: readonly number[],
): readonly number[] {
  const width = Math.max(step, (to - from) / (MOST_VALUES - 1));
  const values = axisValues({ from, to, step: clean(width) });
  return [...new Set([...values, ...among])].sort((a, b) => a - b);
}

/** An axis as a sweep takes it; `among` are always among its values. */
export function sweepAxis(
  choice: NamedRange,
  field: SettingField,
  among: readonly number[],
): SweepAxis {
  const whole = (value: number): number => (field.kind === 'integer' ? Math.round(value) : value);
  const values = valuesOf(choice, among).map(whole);
  return { setting: choice.setting, values: [...new Set(values)] };
}

/** Today's settings: the policy's defaults, the window that runs, then what is fixed. */
export function todaySettings(policy: Policy, fixed: Settings, running: number | null): Settings {
  const defaults = policy.settings.parse({}) as Settings;
  const window = running !== null && 'window' in defaults ? { window: running } : {};
  const parsed = policy.settings.safeParse({ ...defaults, ...window, ...fixed });
  return parsed.success ? (parsed.data as Settings) : defaults;
}
