import type { SweepEnd } from '@/lib/worker/tune/tune-client';
import type { Settings } from '@/lib/engine/policy/fields';
import type { TuneSetup } from '../state/tune-setup';

/** Today's settings with what is proposed for those that are swept. */
export function proposedSettings(
  { today, tune }: Pick<TuneSetup, 'today' | 'tune'>,
  end: SweepEnd | null,
): Settings {
  const place = end?.recommendation?.choice.place;
  if (place === undefined) return today;
  const values = tune.grid.axes.map(({ setting, values: own }, axis): [string, unknown] => [
    setting,
    own[place[axis] ?? 0] ?? today[setting],
  ]);
  return { ...today, ...Object.fromEntries(values) };
}
