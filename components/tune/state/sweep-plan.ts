import { isShown, settingFields, type Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { clairvoyant } from '@/lib/policies/highwater/clairvoyant';
import { policies } from '@/lib/policies/registry';
import type { SweepAxis, SweepColumn, SweepPlan, SweepSample } from '@/lib/tuning/sweep/plan';

/** The policy that no policy without an overflow beats: the ceiling of the others. */
export const CEILING: Policy = clairvoyant;

/** Windows at which policies are compared, as shares of the limit. */
const SHARES = [0.6, 0.7, 0.8, 0.9, 1] as const;

/** The window decides when the policy compacts, and nothing else does. */
function isByWindow(policy: Policy): boolean {
  const { decision } = policy;
  if (decision === null || policy.traits.recording === true) return false;
  const defaults = policy.settings.parse({}) as Settings;
  return settingFields(policy).some(
    (field) =>
      field.key === 'window' &&
      isShown(field, defaults) &&
      decision.path(defaults).includes('window'),
  );
}

/** Policies that can be compared by their window, the ceiling first. */
export const comparable: readonly Policy[] = [
  CEILING,
  ...policies.filter((policy) => policy.id !== CEILING.id && isByWindow(policy)),
];

/** What a sweep of the page computes. */
export interface TunePlan {
  readonly plan: SweepPlan;
  /** The plan's first column: a grid of one or two settings, a sample of more. */
  readonly grid: SweepColumn;
  /** The policies compared by window, and the index of each one's column in the plan. */
  readonly compared: readonly { readonly policy: Policy; readonly column: number }[];
  readonly windows: readonly number[];
}

/** The grid or the sample, and the policies by window beside it. */
export function tunePlan(choice: {
  readonly policy: Policy;
  readonly settings: Settings;
  readonly axes: readonly SweepAxis[];
  readonly sample: SweepSample | null;
  /** The limit that the windows are shares of. */
  readonly around: number;
  readonly compared: readonly string[];
}): TunePlan {
  const { policy, settings, axes, sample, around } = choice;
  const grid: SweepColumn = { policy: policy.id, settings, axes, sample };
  const windows = SHARES.map((share) => Math.round(share * around));
  const axis: SweepAxis = { setting: 'window', values: windows };
  const others = comparable.filter(({ id }) => choice.compared.includes(id));
  const beside = others.map((other): SweepColumn => {
    const own = other.id === policy.id ? withoutWindow(settings) : {};
    return { policy: other.id, settings: own, axes: [axis], sample: null };
  });
  return {
    // Every session keeps its own limit: those of a row have the same.
    plan: { columns: [grid, ...beside], limit: null },
    grid,
    compared: others.map((one, at) => ({ policy: one, column: at + 1 })),
    windows,
  };
}

function withoutWindow({ window: _, ...rest }: Settings): Settings {
  return rest;
}
