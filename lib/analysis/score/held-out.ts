/** What the band of the shipped errors is worth: each recorded compaction without its own family. */
import {
  conformalRange,
  errorBand,
  OUTSIDE,
  type ErrorRow,
} from '@/lib/engine/sizes/projection-errors';
import { intervalScore, projectionTotals, type ProjectionTotals } from './projection-totals';

/** Coverage and error of an agent's projections, and the interval scores of what needs no replay. */
export interface HeldOut {
  readonly agent: string;
  readonly families: number;
  readonly totals: ProjectionTotals;
  /** The agent's median request behind a compaction, and the first request with the median growth, conformalised; null for too few. */
  readonly baselines: {
    readonly median: number | null;
    readonly grown: number | null;
  };
}

/** Each agent of some errors, most compactions first. */
export function heldOut(rows: readonly ErrorRow[]): readonly HeldOut[] {
  const agents = [...new Set(rows.map(({ agent }) => agent))];
  return agents
    .flatMap((agent): readonly HeldOut[] => {
      const own = rows.filter((row) => row.agent === agent);
      const totals = projectionTotals(own.flatMap((row) => banded(rows, row)));
      if (totals === null) return [];
      const families = new Set(own.map(({ family }) => family)).size;
      return [
        {
          agent,
          families,
          totals,
          baselines: {
            median: baseline(own, () => 0),
            grown: baseline(own, ({ first }) => first),
          },
        },
      ];
    })
    .sort((a, b) => b.totals.n - a.totals.n);
}

/** Totals over all agents' errors; null for none. */
export const heldOutTotals = (rows: readonly ErrorRow[]): ProjectionTotals | null =>
  projectionTotals(rows.flatMap((row) => banded(rows, row)));

/** A recorded compaction with its band, made of the other families. */
function banded(rows: readonly ErrorRow[], { agent, family, ...row }: ErrorRow) {
  const others = rows.filter((one) => one.family !== family);
  const asked = { agent, first: -1, projected: row.projected, without: () => 0 };
  const band = errorBand(others, asked);
  if (band === null) return [];
  return [{ ...row, low: row.projected + band.low, high: row.projected + band.high }];
}

/** Mean interval score of `start` + the median of what others' recorded number is beyond theirs. */
function baseline(own: readonly ErrorRow[], start: (row: ErrorRow) => number): number | null {
  const scores = own.map((row) => {
    const beyond = own
      .filter(({ family }) => family !== row.family)
      .map((one) => one.recorded - start(one));
    const range = conformalRange(beyond, OUTSIDE);
    if (range === null) return NaN;
    const { low, high } = range;
    return intervalScore({
      recorded: row.recorded,
      low: start(row) + low,
      high: start(row) + high,
    });
  });
  const sum = scores.reduce((total, one) => total + one, 0);
  return Number.isNaN(sum) ? null : sum / scores.length;
}

/** Share of the better baseline's interval score that a band has; null without one. */
export function againstBaseline({ totals, baselines }: HeldOut): number | null {
  const known = [baselines.median, baselines.grown].filter((one) => one !== null);
  return known.length === 0 ? null : totals.score / Math.min(...known);
}
