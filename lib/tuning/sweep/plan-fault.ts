import { settingFields } from '@/lib/engine/policy/fields';
import { findPolicy } from '@/lib/policies/registry';
import type { SweepAxis, SweepColumn, SweepPlan } from './plan';

/** Why a plan cannot be computed, and the field of the plan that is to blame. */
export interface PlanFault {
  readonly at: string;
  readonly message: string;
}

/**
 * The first fault of a plan, null without one: an unknown policy, a setting that the policy does not
 * have or that is no number, a value that it does not allow.
 */
export function planFault({ columns }: SweepPlan): PlanFault | null {
  for (const [index, column] of columns.entries()) {
    const fault = columnFault(column);
    if (fault !== null) return { ...fault, at: `columns.${index}.${fault.at}` };
  }
  return null;
}

function columnFault({ policy: id, settings, axes, sample }: SweepColumn): PlanFault | null {
  const policy = findPolicy(id);
  if (policy === undefined) return { at: 'policy', message: `There is no policy "${id}".` };
  const fields = new Map(settingFields(policy).map((field) => [field.key, field]));
  const unknown = Object.keys(settings).find((key) => !fields.has(key));
  if (unknown !== undefined) {
    return { at: `settings.${unknown}`, message: `${id} has no setting "${unknown}".` };
  }
  for (const [index, axis] of axes.entries()) {
    const field = fields.get(axis.setting);
    const twice = axes.findIndex(({ setting }) => setting === axis.setting) < index;
    const message =
      field === undefined
        ? `${id} has no setting "${axis.setting}".`
        : twice
          ? `"${axis.setting}" is varied twice.`
          : valuesFault(axis, field);
    if (message !== null) return { at: `axes.${index}`, message };
  }
  const through = sample?.through;
  if (through !== undefined) {
    const at = axes.findIndex(({ values }, axis) => !values.includes(through[axis] ?? NaN));
    if (at >= 0 || through.length > axes.length) {
      const name = axes[at]?.setting ?? 'an axis';
      return { at: 'sample.through', message: `The point has no value of "${name}".` };
    }
  }
  // Settings may exclude each other: both ends of all axes are tried together.
  for (const end of [0, -1]) {
    const varied = Object.fromEntries(axes.map(({ setting, values }) => [setting, values.at(end)]));
    const parsed = policy.settings.safeParse({ ...settings, ...varied });
    if (parsed.success) continue;
    const issue = parsed.error.issues[0];
    const name = issue?.path.join('.') ?? '';
    return {
      at: `settings.${name}`,
      message: `${id}: ${name} ${issue?.message ?? 'is not valid'}.`,
    };
  }
  return null;
}

/** Why an axis may not have its values. */
function valuesFault(
  { setting, values }: SweepAxis,
  { kind, min, max }: ReturnType<typeof settingFields>[number],
): string | null {
  if (kind !== 'integer' && kind !== 'number')
    return `"${setting}" is no number: it is not varied.`;
  const wrong = values.find(
    (value) => value < min || value > max || (kind === 'integer' && !Number.isInteger(value)),
  );
  if (wrong === undefined) return null;
  const whole = kind === 'integer' ? 'a whole number ' : '';
  return `"${setting}" is ${wrong}, but must be ${whole}from ${min} to ${max}.`;
}
