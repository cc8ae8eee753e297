import type { Profile } from '@/lib/engine/tokens/profile';
import { placeOf, placeOfTime, type ChartAxis } from './chart-axis';

/** A recorded compaction's stretch of an axis of time: from the step before it until it was done. */
export interface CompactionTime {
  readonly step: number;
  readonly from: number;
  readonly to: number;
  /** The most that it took: the pause before it is in it. */
  readonly milliseconds: number;
}

/** A recorded compaction; milliseconds since 1970, null where the recording has no time. */
interface TimedCompaction {
  readonly step: number;
  readonly time: number | null;
}

/** Durations of recorded compactions; none on an axis other than of time. */
export function compactionTimes(
  axis: ChartAxis,
  profile: Profile,
  compactions: readonly TimedCompaction[],
): readonly CompactionTime[] {
  if (axis.kind !== 'time') return [];
  return compactions.flatMap(({ step, time }) => {
    const before = profile.steps.time[step - 1] ?? NaN;
    if (time === null || !(time >= before)) return [];
    const from = placeOf(axis.places, step - 1);
    const to = placeOfTime(axis, profile, time);
    if (Number.isNaN(to)) return [];
    return [{ step, from, to: Math.max(from, to), milliseconds: time - before }];
  });
}
