import { settingFields, type SettingField, type Settings } from '@/lib/policies/contract/fields';
import type { Policy } from '@/lib/policies/contract/policy';
import { axisValues } from '@/lib/tuning/sweep/axis-values';
import type { SweepAxis } from '@/lib/tuning/sweep/plan';

/** Values of one setting: from, to, and the distance between two. */
export interface AxisChoice {
  readonly setting: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** Most values of one axis: more cells than pixels would be drawn. */
export const MOST_VALUES = 41;

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

/** Settings of a policy that can be swept: numbers with a slider, the window first. */
export function axisFields(policy: Policy): readonly SettingField[] {
  const swept = settingFields(policy).filter(
    ({ slider, kind }) => slider !== undefined && (kind === 'integer' || kind === 'number'),
  );
  const isWindow = ({ key }: SettingField): boolean => key === 'window';
  return [...swept.filter(isWindow), ...swept.filter((field) => !isWindow(field))];
}

/** The slider of an axis: its ends and its step. */
export function axisScale(
  field: SettingField,
  limit: number,
): { readonly min: number; readonly max: number; readonly step: number } {
  if (field.slider !== undefined && field.slider !== 'window') return field.slider;
  const step = Math.max(1, roundStep(limit / 200));
  return { min: step, max: Math.ceil((limit * 1.5) / step) * step, step };
}

/** The values an axis begins with: windows around the limit, else the setting's slider. */
export function firstAxis(field: SettingField, limit: number): AxisChoice {
  const setting = field.key;
  if (field.slider !== undefined && field.slider !== 'window') {
    const { min: from, max: to } = field.slider;
    const step = Math.max(field.slider.step, roundStep((to - from) / FIRST_VALUES));
    return { setting, from, to, step };
  }
  const step = Math.max(1, roundStep(limit / 40));
  return { setting, from: Math.max(step, limit - BELOW * step), to: limit + ABOVE * step, step };
}

/** The values of an axis, ascending: its steps, wider where they are too many, and `among`. */
export function valuesOf(
  { from, to, step }: AxisChoice,
  among: readonly number[],
): readonly number[] {
  const width = Math.max(step, (to - from) / (MOST_VALUES - 1));
  const values = axisValues({ from, to, step: clean(width) });
  return [...new Set([...values, ...among])].sort((a, b) => a - b);
}

/** An axis as a sweep takes it; `among` are always among its values. */
export function sweepAxis(
  choice: AxisChoice,
  field: SettingField,
  among: readonly number[],
): SweepAxis {
  const whole = (value: number): number => (field.kind === 'integer' ? Math.round(value) : value);
  const values = valuesOf(choice, among).map(whole);
  return { setting: choice.setting, values: [...new Set(values)] };
}

/** Today's settings: the policy's defaults, the limit as its window, then what the user fixed. */
export function todaySettings(policy: Policy, fixed: Settings, limit: number | null): Settings {
  const defaults = policy.settings.parse({}) as Settings;
  const window = limit !== null && 'window' in defaults ? { window: limit } : {};
  const parsed = policy.settings.safeParse({ ...defaults, ...window, ...fixed });
  return parsed.success ? (parsed.data as Settings) : defaults;
}
