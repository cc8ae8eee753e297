import type { Profile } from '@/lib/engine/tokens/profile';
import { placeOf, placeOfTime, type ChartAxis } from './chart-axis';

/** Some requests of a session that another one started. */
export interface LaneInput {
  readonly points: readonly { readonly real: number; readonly time: number | null }[];
  readonly limit: number | null;
  readonly peak: number;
}

/** A lane drawn below its parent's axis, on a scale of its own. */
export interface LaneRows {
  /** Places on the parent's axis, and real tokens. */
  readonly points: readonly { readonly place: number; readonly real: number }[];
  /** Its own window; null where it is not known. */
  readonly limit: number | null;
  readonly top: number;
  /** False where the recording does not say when it ran: it is spread over the whole axis. */
  readonly timed: boolean;
}

/** Places a lane's requests by their times; moments outside the parent's stand at its ends. */
export function laneRows(lane: LaneInput, axis: ChartAxis, profile: Profile): LaneRows {
  const times = profile.steps.time.filter((time) => time > 0);
  const [first, last] = [times[0] ?? NaN, times.at(-1) ?? NaN];
  const timed =
    lane.points.length > 0 && lane.points.every(({ time }) => time !== null) && last >= first;
  const end = placeOf(axis.places, Math.max(0, profile.stepCount - 1));
  const points = lane.points.map(({ real, time }, i) => {
    const spread = (end * i) / Math.max(1, lane.points.length - 1);
    const within = Math.min(last, Math.max(first, time ?? 0));
    return { place: timed ? placeOfTime(axis, profile, within) : spread, real };
  });
  const top = Math.max(lane.peak, lane.limit ?? 0, 1);
  return { points, limit: lane.limit, top, timed };
}
