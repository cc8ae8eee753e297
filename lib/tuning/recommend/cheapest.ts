/** The settings of the least cost, within a share of which the room to an edge decides. */
import { floatAt } from '@/lib/engine/base/read';
import { cellAt } from '../region/cell-space';
import type { Region } from '../region/plateau';
import type { TuneField } from './tune-field';

/** Costs within this share of the least are alike. */
export const ALIKE_COST = 0.01;

/** Those of some places whose cost is within 1 % of the least of them; empty where none is priced. */
export function cheapPlaces(
  region: Region,
  places: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const { cost } = region.sums;
  if (cost === undefined) return [];
  const dollars = (place: readonly number[]): number =>
    floatAt(cost.dollars, cellAt(region, place));
  const known = places.filter((place) => !Number.isNaN(dollars(place)));
  const least = known.reduce((min, place) => Math.min(min, dollars(place)), Infinity);
  return known.filter((place) => dollars(place) <= least * (1 + ALIKE_COST));
}

/**
 * Of some places the one of the least cost; within 1 % of it the one with the most room, then the fewest compactions, then the
 * nearest to today's settings. Null where none is priced.
 */
export function cheapestOf(
  field: TuneField,
  region: Region,
  places: readonly (readonly number[])[],
): readonly number[] | null {
  const ranked = cheapPlaces(region, places)
    .map((place) => ({
      place,
      room: roomAt(region, place),
      compactions: floatAt(region.sums.compactions, cellAt(region, place)),
      far: place.reduce((sum, at, axis) => sum + Math.abs(at - (field.baseline[axis] ?? 0)), 0),
    }))
    .sort((a, b) => b.room - a.room || a.compactions - b.compactions || a.far - b.far);
  return ranked[0]?.place ?? null;
}

/** The least way along one setting to where sessions overflow or loop, as a share of its range; 1 where they nowhere do. */
export function roomAt(region: Region, place: readonly number[]): number {
  const { column, breaches } = region;
  let room = 1;
  for (const [axis, { values }] of column.axes.entries()) {
    const own = place[axis] ?? 0;
    const range = (values.at(-1) ?? NaN) - (values[0] ?? NaN);
    for (const [at, value] of values.entries()) {
      const breach = breaches[cellAt(region, place.with(axis, at))];
      if (breach !== 'overflow' && breach !== 'loop') continue;
      room = Math.min(room, Math.abs(value - (values[own] ?? NaN)) / range);
    }
  }
  return room;
}
