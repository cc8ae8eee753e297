import { firstAtLeast } from '@/lib/engine/base/search';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { AxisName } from './chart-look';

/** A stretch of time that is drawn shorter than it was. */
export interface AxisGap {
  /** The step after it. */
  readonly step: number;
  readonly milliseconds: number;
}

/** Places of the steps along the axis; as many as steps, so that one step's usual width stays. */
export interface ChartAxis {
  readonly kind: AxisName;
  /** Ascending, a place for each step; null: a step's place is its number. */
  readonly places: Float64Array | null;
  /** Compressed gaps, ascending; only of an axis of time. */
  readonly gaps: readonly AxisGap[];
  /** First step of each turn. */
  readonly turns: readonly number[];
}

/** A gap is compressed to this many times the usual pause between two steps. */
const LONGEST = 8;
/** Least place between two steps, in steps: every step can be seen and reached. */
const LEAST = 0.15;

/** First steps of a session's turns. */
function turnStarts({ steps, stepCount }: Profile): readonly number[] {
  const starts: number[] = [];
  for (let i = 0; i < stepCount; i++) {
    if (i === 0 || steps.turnStart[i] !== steps.turnStart[i - 1]) starts.push(i);
  }
  return starts;
}

/** True if steps have times that an axis can be drawn by. */
export const hasTimes = ({ steps }: Pick<Profile, 'steps'>): boolean => {
  let first = 0;
  for (const time of steps.time) {
    if (time <= 0) continue;
    if (first > 0 && time !== first) return true;
    first = time;
  }
  return false;
};

/** The axis of a session. One of time without times is one of steps. */
export function chartAxis(profile: Profile, kind: AxisName): ChartAxis {
  const turns = turnStarts(profile);
  const plain: ChartAxis = { kind: 'step', places: null, gaps: [], turns };
  if (profile.stepCount < 2) return plain;
  if (kind === 'turn') return { ...plain, kind, places: turnPlaces(turns, profile.stepCount) };
  if (kind === 'time' && hasTimes(profile)) return { kind, turns, ...timePlaces(profile) };
  return plain;
}

/** Every turn as wide as the others, its steps spread over it. */
function turnPlaces(turns: readonly number[], stepCount: number): Float64Array {
  const places = new Float64Array(stepCount);
  const wide = stepCount / turns.length;
  turns.forEach((start, turn) => {
    const end = turns[turn + 1] ?? stepCount;
    for (let i = start; i < end; i++) {
      places[i] = wide * (turn + (i - start) / (end - start));
    }
  });
  return places;
}

function timePlaces({ steps: { time }, stepCount }: Profile): Pick<ChartAxis, 'places' | 'gaps'> {
  const pauses = pausesOf(time, stepCount);
  const known = pauses.filter((pause) => pause > 0).sort((a, b) => a - b);
  const usual = known[known.length >> 1] ?? 1;
  const most = LONGEST * usual;
  const gaps: AxisGap[] = [];
  const widths = pauses.map((pause, i) => {
    if (pause > most) gaps.push({ step: i + 1, milliseconds: pause });
    return Math.min(pause, most);
  });
  const total = widths.reduce((sum, width) => sum + width, 0);
  // As long as an axis of steps, the least place of each step apart.
  const rest = (stepCount - 1) * (1 - LEAST);
  const places = new Float64Array(stepCount);
  widths.forEach((width, i) => {
    places[i + 1] = (places[i] ?? 0) + LEAST + (total === 0 ? 0 : (rest * width) / total);
  });
  return { places, gaps };
}

/** Milliseconds from each step to the next; 0 where a time is unknown or goes back. */
function pausesOf(time: Float64Array, stepCount: number): readonly number[] {
  let newest = NaN;
  const pauses: number[] = [];
  for (let i = 0; i < stepCount; i++) {
    const at = time[i] ?? NaN;
    if (i > 0) pauses.push(at > newest ? at - newest : 0);
    if (at > 0 && !(at < newest)) newest = at;
  }
  return pauses;
}

/** Place of a step; between two steps for a number between them. */
export function placeOf(places: Float64Array | null, step: number): number {
  if (places === null) return step;
  const last = places.length - 1;
  const before = Math.max(0, Math.min(last, Math.floor(step)));
  const from = places[before] ?? 0;
  const rest = step - before;
  if (rest === 0) return from;
  const next = places[before + 1];
  return next === undefined ? from + rest : from + rest * (next - from);
}

/** The step nearest to a place. */
export function stepOfPlace(places: Float64Array | null, place: number): number {
  if (places === null) return Math.round(place);
  const after = Math.min(places.length - 1, firstAtLeast(places, place));
  const before = Math.max(0, after - 1);
  const isNearer = place - (places[before] ?? 0) < (places[after] ?? 0) - place;
  return isNearer ? before : after;
}

/**
 * Place of a moment on an axis of time, between the steps around it: of milliseconds since 1970; NaN
 * before the first step's time or after the last one's.
 */
export function placeOfTime({ places }: ChartAxis, { steps }: Profile, time: number): number {
  const { length } = steps.time;
  let before = -1;
  for (let i = 0; i < length; i++) {
    const at = steps.time[i] ?? NaN;
    if (Number.isNaN(at)) continue;
    if (at > time) {
      if (before < 0) return NaN;
      const from = steps.time[before] ?? 0;
      return placeOf(places, before + (i - before) * ((time - from) / (at - from)));
    }
    before = i;
  }
  return before >= 0 && steps.time[before] === time ? placeOf(places, before) : NaN;
}
