import { cellAt } from '../region/cell-space';
import { floatAt, intAt } from '@/lib/engine/base/read';
import { choose, type Choice } from './choice';
import { bootstrapInterval, clusterRate, type Interval } from './intervals';
import type { Preference } from './preference-words';
import type { Region } from '../region/plateau';
import type { TuneField } from './tune-field';

/** Rows by cluster. */
export function clustersOf(
  { sessions }: TuneField,
  rows: readonly number[],
): readonly (readonly number[])[] {
  const clusters = new Map<string, number[]>();
  for (const row of rows) {
    const key = sessions[row]?.facts.cluster ?? '';
    const known = clusters.get(key);
    if (known) known.push(row);
    else clusters.set(key, [row]);
  }
  return [...clusters.values()];
}

/** Change of compactions per 100 steps, with its interval over clusters. */
export interface PerHundred extends Interval {
  readonly value: number;
}

/** A choice, and what was declined for it. */
export interface SteadyChoice {
  readonly choice: Choice;
  /** Settings that compact less often, or cost less, of which the sessions drawn may be the only reason. */
  readonly declined:
    (Choice & { readonly gain: PerHundred | null; readonly by: Preference }) | null;
}

/**
 * Fewer compactions, or a lower cost, alone are no reason to change what holds, unless the difference is beyond the
 * chance of the sessions drawn: its interval over clusters must be below nought.
 */
export function steadyChoice(
  field: TuneField,
  region: Region,
  rows: readonly number[],
): SteadyChoice {
  const choice = choose(field, region);
  const holds = region.breaches[cellAt(field, field.baseline)] === null;
  if (choice.kind !== 'change' || !holds) return { choice, declined: null };
  const by = region.sums.cost === undefined ? 'compactions' : 'cost';
  const gain = (by === 'cost' ? perSession : perHundred)(field, rows, choice.place);
  if (gain !== null && gain.high < 0) return { choice, declined: null };
  const kept = choose({ ...field, settable: () => false }, region);
  return { choice: kept, declined: { ...choice, gain, by } };
}

/** Change of the cost of a session between today's settings and a place, with its interval. */
function perSession(
  field: TuneField,
  rows: readonly number[],
  place: readonly number[],
): PerHundred | null {
  const { costs } = field;
  if (costs === undefined) return null;
  const [then, today] = [cellAt(field, place), cellAt(field, field.baseline)];
  const more = (row: number): number =>
    floatAt(costs.values, row * costs.cells + then) -
    floatAt(costs.values, row * costs.cells + today);
  const priced = rows.filter((row) => !Number.isNaN(more(row)));
  const clusters = clustersOf(field, priced).map((members) => ({
    sum: members.reduce((sum, row) => sum + more(row), 0),
    weight: members.length,
  }));
  const interval = bootstrapInterval(clusters);
  return interval && { ...interval, value: clusterRate(clusters) };
}

/** Change of compactions per 100 steps between today's settings and a place, with its interval. */
export function perHundred(
  field: TuneField,
  rows: readonly number[],
  place: readonly number[],
): PerHundred | null {
  const { results, sessions } = field;
  const [then, today] = [cellAt(field, place), cellAt(field, field.baseline)];
  const clusters = clustersOf(field, rows).map((members) => ({
    sum: members.reduce((sum, row) => {
      const from = row * results.cells;
      const more =
        intAt(results.compactions, from + then) - intAt(results.compactions, from + today);
      return sum + 100 * more;
    }, 0),
    weight: members.reduce((sum, row) => sum + (sessions[row]?.steps ?? 0), 0),
  }));
  const interval = bootstrapInterval(clusters);
  const steps = clusters.reduce((sum, { weight }) => sum + weight, 0);
  if (interval === null || steps === 0) return null;
  return { ...interval, value: clusters.reduce((sum, one) => sum + one.sum, 0) / steps };
}
