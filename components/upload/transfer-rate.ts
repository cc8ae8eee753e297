import { formatFixed } from '@/lib/engine/base/format';
/** Bytes done at a time given in milliseconds. */
export interface RateSample {
  readonly at: number;
  readonly bytes: number;
}

/** Period that the rate is taken over. */
const WINDOW_MS = 5_000;

/** Samples of the last seconds with a new one; fewer bytes than before begin anew. */
export function addSample(
  samples: readonly RateSample[],
  sample: RateSample,
): readonly RateSample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.bytes < last.bytes) return [sample];
  return [...samples.filter(({ at }) => sample.at - at <= WINDOW_MS), sample];
}

/** Bytes per second over the samples; null before there are two. */
export function rateOf(samples: readonly RateSample[]): number | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at <= first.at) return null;
  return ((last.bytes - first.bytes) * 1_000) / (last.at - first.at);
}

/** "24.0 MB/s, about 12 s left"; empty without a rate. */
export function rateText(rate: number | null, left: number): string {
  if (rate === null || rate <= 0) return '';
  const speed = `${formatFixed(rate / 1e6, rate < 10e6 ? 1 : 0)} MB/s`;
  return `${speed}, about ${durationText(left / rate)} left`;
}

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${formatFixed(seconds / 3_600, 1)} h`;
}
