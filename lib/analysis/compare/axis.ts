import { firstAtLeast } from '@/lib/engine/base/search';
import { byteAt, intAt } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';

/** Scales on which sessions stand beside each other: step by step, turn by turn, by share of the session. */
export const compareAxes = ['step', 'turn', 'share'] as const;
export type CompareAxis = (typeof compareAxes)[number];

/** A step's place by its turn: the turn's number from 0, and the share of its steps before it. */
function turnPlaces({ steps, stepCount }: Profile): Float64Array {
  const places = new Float64Array(stepCount);
  let turn = 0;
  for (let start = 0; start < stepCount; turn++) {
    let end = start + 1;
    while (end < stepCount && steps.turnStart[end] === steps.turnStart[start]) end++;
    for (let step = start; step < end; step++) places[step] = turn + (step - start) / (end - start);
    start = end;
  }
  return places;
}

/** Places of a session's steps on an axis, ascending from 0; 1 is the last step's by share. */
export function placesOn(profile: Profile, axis: CompareAxis): Float64Array {
  if (axis === 'turn') return turnPlaces(profile);
  const scale = axis === 'share' ? Math.max(1, profile.stepCount - 1) : 1;
  return Float64Array.from({ length: profile.stepCount }, (_, step) => step / scale);
}

/** Steps of several lanes side by side: rows of places, and the steps of each lane in a row. */
export interface Alignment {
  readonly axis: CompareAxis;
  /** Place of each row: the baseline's steps, then those of others that go on behind its end. */
  readonly rows: Float64Array;
  /** Of each lane the first step of each row, and its step count as the last value. */
  readonly starts: readonly Int32Array[];
  /** Of each lane the places of its steps. */
  readonly places: readonly Float64Array[];
}

/**
 * Lays lanes side by side. A row holds the baseline's step at its place, and of another lane the steps
 * from there up to the next row: one each where both are the same session by step.
 */
export function alignLanes(
  profiles: readonly Profile[],
  baseline: number,
  axis: CompareAxis,
): Alignment {
  const places = profiles.map((profile) => placesOn(profile, axis));
  const own = places[baseline] ?? new Float64Array(0);
  const end = own.at(-1) ?? -1;
  const behind = places.flatMap((one) => [...one.subarray(firstAtLeast(one, end))]);
  const later = [...new Set(behind)].filter((place) => place > end).sort((a, b) => a - b);
  const rows = Float64Array.from([...own, ...later]);
  return { axis, rows, places, starts: places.map((one) => startsOf(one, rows)) };
}

function startsOf(places: Float64Array, rows: Float64Array): Int32Array {
  const starts = new Int32Array(rows.length + 1);
  for (let row = 1; row < rows.length; row++) {
    starts[row] = firstAtLeast(places, rows[row] ?? Infinity);
  }
  starts[rows.length] = places.length;
  return starts;
}

/** Steps of a lane in a row, [from, to); empty where it has none there. */
export function stepsOfRow(
  { starts }: Alignment,
  lane: number,
  row: number,
): { readonly from: number; readonly to: number } {
  const own = starts[lane] ?? new Int32Array(0);
  return { from: own[row] ?? 0, to: own[row + 1] ?? 0 };
}

/** The row that holds a step of a lane. */
export function rowOf({ starts }: Alignment, lane: number, step: number): number {
  const own = starts[lane] ?? new Int32Array(1);
  return Math.max(0, firstAtLeast(own, step + 1) - 1);
}

/** The newest step of a lane up to a row: where its cursor stands; its last step behind its end. */
export const stepNear = ({ starts }: Alignment, lane: number, row: number): number =>
  Math.max(0, intAt(starts[lane] ?? new Int32Array(1), row + 1) - 1);

/** Any of a lane's steps, from … to − 1, combined. */
export function effectsOf(
  effects: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  let all = 0;
  for (let step = from; step < to; step++) all |= byteAt(effects, step);
  return all;
}
