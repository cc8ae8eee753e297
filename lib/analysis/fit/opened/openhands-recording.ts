import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import { eventSums } from '@/lib/policies/openhands/events';
import type { InferredSetting } from '../threshold-evidence';

/** `max_size` as OpenHands' presets, settings and earlier defaults have it, the present one first. */
const SIZES = [80, 240, 120, 100];

/**
 * The size of a condenser that its first condensation shows: no more events than it held, and no fewer than one check
 * before, where it did not condense. Null where no size that OpenHands ships lies between.
 */
export function condenserShown(
  profile: Profile,
  settings: InferredSetting['settings'],
): InferredSetting | null {
  const { head, steps, stepCount } = profile;
  const first = head.compactions.find(({ kind }) => kind === 'summary');
  if (first === undefined || first.step >= stepCount) return null;
  const sums = eventSums(profile);
  // The system prompt is an event too.
  const held = 1 + intAt(sums, first.entry);
  const before = first.step === 0 ? 0 : 1 + intAt(sums, intAt(steps.entries, first.step - 1));
  const size = SIZES.find((one) => one >= before && one < held);
  if (size === undefined || size === settings['maxSize']) return null;
  const [from = -1, to = 0] = first.kept[0] ?? [];
  const keepFirst = from === 0 ? 1 + intAt(sums, to) : settings['keepFirst'];
  const text = `step ${formatInteger(first.step)} condensed ${formatInteger(held)} events, and ${formatInteger(before)} one step before were not: max_size is ${formatInteger(size)}`;
  return { settings: { ...settings, maxSize: size, keepFirst }, from: first.step, text };
}
