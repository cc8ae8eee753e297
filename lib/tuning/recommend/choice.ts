import { cellAt, neighbours, placesOf } from '../region/cell-space';
import { floatAt } from '@/lib/engine/base/read';
import { alike, type Region } from '../region/plateau';
import { cheapestOf, cheapPlaces } from './cheapest';
import type { TuneField } from './tune-field';

/**
 * An answer: keep today's settings; change what a user can set; patch the program; nothing in the
 * grid holds.
 */
export interface Choice {
  readonly kind: 'keep' | 'change' | 'patch' | 'none';
  /** The proposed place; today's where nothing is proposed. */
  readonly place: readonly number[];
  /** Every neighbour within the limit holds as well; false: there is nothing to spare. */
  readonly spare: boolean;
}

/**
 * The proposal of a region. Today's settings stay where they break nothing, unless a user can set
 * what compacts clearly less often. Else what a user can set comes first, a patch second; of those
 * that hold, one with room around it, then the fewest compactions, then the nearest. Where cells are priced the least cost
 * decides in place of these, and today's settings stay where they cost within 1 % of it.
 */
export function choose(field: TuneField, region: Region): Choice {
  const { baseline } = field;
  const places = placesOf(field).filter((place) => region.breaches[cellAt(field, place)] === null);
  const free = places.filter((place) => isSettable(field, place));
  const compactions = (place: readonly number[]): number =>
    floatAt(region.sums.compactions, cellAt(field, place));
  const answer = (kind: Choice['kind'], place: readonly number[]): Choice => ({
    kind,
    place,
    spare: kind !== 'none' && hasSpare(field, region, place),
  });
  const holds = region.breaches[cellAt(field, baseline)] === null;
  const cheapest = cheapestOf(field, region, free);
  if (cheapest !== null) {
    const near = cheapPlaces(region, free).some((place) => place.join() === baseline.join());
    return holds && near ? answer('keep', baseline) : answer('change', cheapest);
  }
  const best = bestOf(field, region, free, compactions);
  if (holds) {
    const clear = best !== null && isClearlyLess(compactions(best), compactions(baseline));
    return clear ? answer('change', best) : answer('keep', baseline);
  }
  if (best !== null) return answer('change', best);
  const patched = bestOf(field, region, places, compactions);
  return patched === null ? answer('none', baseline) : answer('patch', patched);
}

const isClearlyLess = (compactions: number, today: number): boolean =>
  compactions < today && !alike(compactions, today);

/** Only what a user can set differs from today's settings. */
export const isSettable = (
  { column, baseline, settable }: TuneField,
  place: readonly number[],
): boolean =>
  column.axes.every(({ setting }, axis) => place[axis] === baseline[axis] || settable(setting));

/** Every computed neighbour within the limit breaks nothing. */
export function hasSpare(
  field: TuneField,
  { breaches }: Region,
  place: readonly number[],
): boolean {
  return neighbours(field, place).every((one) => {
    const breach = breaches[cellAt(field, one)];
    return breach === null || breach === 'limit' || breach === undefined;
  });
}

/** Of some places one with room around it, then the fewest compactions, then the nearest; null for none. */
export function bestOf(
  field: TuneField,
  region: Region,
  places: readonly (readonly number[])[],
  compactions: (place: readonly number[]) => number,
): readonly number[] | null {
  const roomy = places.filter((place) => hasSpare(field, region, place));
  const far = (place: readonly number[]): number =>
    place.reduce((sum, at, axis) => sum + Math.abs(at - (field.baseline[axis] ?? 0)), 0);
  return (roomy.length > 0 ? roomy : places).reduce<readonly number[] | null>((best, place) => {
    if (best === null) return place;
    const less = compactions(place) - compactions(best) || far(place) - far(best);
    return less < 0 ? place : best;
  }, null);
}

/** Two answers propose the same. */
export const sameChoice = (a: Choice, b: Choice): boolean =>
  a.kind === b.kind && a.place.join() === b.place.join();
