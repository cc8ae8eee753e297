/** Settings that beat the chosen ones on every number and are not chosen, and why. */
import { formatInteger, counted } from '@/lib/engine/base/format';
import { floatAt, intAt } from '@/lib/engine/base/read';
import { cellAt, placesOf } from '../region/cell-space';
import { alike } from '../region/plateau';
import { roomAt } from './cheapest';
import { hasSpare, isSettable } from './choice';
import type { Recommendation } from './recommendation';
import { placeWords } from './setting-words';
import type { TuneField } from './tune-field';

/** A place that dominates the chosen one, and the reason for which it is not chosen. */
export interface PassedOver {
  readonly place: readonly number[];
  readonly compactions: number;
  readonly unusedPerCompaction: number | null;
  readonly reason: 'patch' | 'declined' | 'alike' | 'edge' | 'unused' | 'cost' | 'room' | 'today';
}

const reasons: Readonly<Record<PassedOver['reason'], string>> = {
  patch: 'a user cannot set that, it takes a patch',
  declined: 'too few sessions show it',
  alike: 'within a tenth that is no reason to change',
  edge: 'it has nothing to spare, for next to it sessions overflow or loop',
  cost: 'it costs more',
  room: 'it has less room to where sessions overflow or loop',
  today: 'what runs today costs within 1 % as little, and stays then',
  unused: 'it compacts as often, and less of the window unused alone is no reason to change',
};

/**
 * The best place that holds, overflows and loops no more, and has fewer compactions or less of the window
 * unused, neither being more; what a user can set first. Null where none dominates.
 */
export function passedOver(
  field: TuneField,
  { region, choice }: Pick<Recommendation, 'region' | 'choice'>,
): PassedOver | null {
  if (choice.kind === 'none') return null;
  const { sums, breaches } = region;
  const of = (place: readonly number[]) => {
    const cell = cellAt(field, place);
    const compactions = floatAt(sums.compactions, cell);
    return {
      ...{ place, cell, compactions },
      unused: compactions === 0 ? 0 : floatAt(sums.unused, cell) / compactions,
      overflowing: intAt(sums.overflowing, cell),
      looping: intAt(sums.looping, cell),
    };
  };
  const own = of(choice.place);
  const better = placesOf(field)
    .map(of)
    .filter(
      (one) =>
        breaches[one.cell] === null &&
        one.overflowing <= own.overflowing &&
        one.looping <= own.looping &&
        one.compactions <= own.compactions &&
        one.unused <= own.unused &&
        (one.compactions < own.compactions || one.unused < own.unused),
    )
    .sort(
      (a, b) =>
        Number(isSettable(field, b.place)) - Number(isSettable(field, a.place)) ||
        a.compactions - b.compactions ||
        a.unused - b.unused,
    );
  const [best] = better;
  if (best === undefined) return null;
  const { place, compactions, unused } = best;
  const reason = !isSettable(field, place)
    ? 'patch'
    : sums.cost !== undefined
      ? costReason(region, choice, place)
      : compactions === own.compactions
        ? 'unused'
        : !hasSpare(field, region, place)
          ? 'edge'
          : choice.kind === 'keep' && alike(compactions, own.compactions)
            ? 'alike'
            : 'declined';
  return { place, compactions, unusedPerCompaction: compactions === 0 ? null : unused, reason };
}

/** Why settings that beat the chosen ones but for their cost are not chosen where cost decides. */
function costReason(
  region: Recommendation['region'],
  choice: Recommendation['choice'],
  place: readonly number[],
): PassedOver['reason'] {
  const dollars = (of: readonly number[]): number =>
    floatAt(region.sums.cost?.dollars ?? new Float64Array(), cellAt(region, of));
  if (!(dollars(place) <= dollars(choice.place))) return 'cost';
  if (choice.kind === 'keep') return 'today';
  return roomAt(region, place) < roomAt(region, choice.place) ? 'room' : 'declined';
}

/** "Passed over: window 190,000, cap 2× (…): a user cannot set that, it takes a patch."; null for nothing. */
export function passedOverWords(field: TuneField, recommendation: Recommendation): string | null {
  const found = passedOver(field, recommendation);
  // What was declined is said with its interval.
  if (found === null || found.reason === 'declined') return null;
  const { place, compactions, unusedPerCompaction, reason } = found;
  const unused =
    unusedPerCompaction === null
      ? ''
      : `, ${formatInteger(Math.round(unusedPerCompaction))} unused at each`;
  return `Passed over: ${placeWords(field.column, place)}, which holds as well with ${counted(compactions, 'compaction')}${unused}: ${reasons[reason]}.`;
}
