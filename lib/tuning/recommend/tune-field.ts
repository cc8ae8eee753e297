import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import type { CorpusFacts } from '../corpus-session';
import type { SweepResults } from '../sweep/sweep-results';
import { cellAt, placesOf, type CellSpace } from '../region/cell-space';
import { costSums, type CellCosts } from '../region/cell-costs';
import { cellSums, type CellSums } from '../region/cell-sums';
import { aboveLimit, breachOf, type Breach, type Constraints } from '../region/constraints';
import type { Region } from '../region/plateau';

/** A session of a corpus as a recommendation sees it; its row in the results is its place in the list. */
export interface TuneSession {
  readonly facts: CorpusFacts;
  readonly steps: number;
  /** Under the baseline some step comes near the threshold, or near the limit. */
  readonly near: boolean;
}

/** Cells that were swept over a corpus, and what may be proposed of them. */
export interface TuneField extends CellSpace {
  readonly sessions: readonly TuneSession[];
  readonly results: SweepResults;
  /** Place of today's settings. */
  readonly baseline: readonly number[];
  readonly constraints: Constraints;
  /** Settings that a user can set; the others are constants of the program. */
  readonly settable: (setting: string) => boolean;
  /** Where cost decides: of each session and cell, and for how many cells how many were replayed. */
  readonly costs?: CellCosts;
  readonly priced?: { readonly settings: number; readonly replayed: number };
}

/** Sums over the sessions of some rows. */
export function sumsOf({ results, sessions, costs }: TuneField, rows: readonly number[]): CellSums {
  const sums = cellSums(
    results,
    rows,
    sessions.map(({ steps }) => steps),
  );
  return withCost(sums, costs, rows);
}

function withCost(
  { cost: _, ...sums }: CellSums,
  costs: TuneField['costs'],
  rows: readonly number[],
): CellSums {
  const cost = costs === undefined ? null : costSums(costs, rows);
  return cost === null ? sums : { ...sums, cost };
}

/** Rows of the sessions that decide: recorded ones. */
export const decidingRows = ({ sessions }: TuneField): readonly number[] =>
  [...sessions.keys()].filter((row) => sessions[row]?.facts.generated === false);

/**
 * The sums of some sessions and the breach of each cell. Sessions that overflow, or loop, in every
 * computed cell within the limit are beyond any setting: they are named, and allowed.
 */
export function regionOf(field: TuneField, sums: CellSums, unavoidable: Unavoidable): Region {
  const { column, cells, constraints } = field;
  const allowed = {
    ...constraints,
    overflowing: constraints.overflowing + unavoidable.overflow.length,
    looping: constraints.looping + unavoidable.loop.length,
  };
  const breaches: (Breach | undefined)[] = cells.map((cell, index) =>
    breachOf(sums, index, aboveLimit(column, cell, constraints), allowed),
  );
  return { column, cells, sums, breaches };
}

/** Rows of sessions that overflow, or loop, whatever is set. */
export interface Unavoidable {
  readonly overflow: readonly number[];
  readonly loop: readonly number[];
}

/** Cells of a field whose window the limit allows. */
export function openCells(field: TuneField): readonly number[] {
  const { column, cells, constraints } = field;
  return placesOf(field)
    .map((place) => cellAt(field, place))
    .filter((index) => {
      const cell = cells[index];
      return cell !== undefined && !aboveLimit(column, cell, constraints);
    });
}

/** Those of some rows that break a constraint in every computed cell whose window the limit allows. */
export function unavoidableOf(field: TuneField, rows: readonly number[]): Unavoidable {
  const { results } = field;
  const open = openCells(field);
  const always = (bad: (at: number) => boolean): readonly number[] =>
    rows.filter((row) => {
      const known = open
        .map((cell) => row * results.cells + cell)
        .filter((at) => intAt(results.passes, at) >= 0);
      return known.length > 0 && known.every(bad);
    });
  return {
    overflow: always((at) => intAt(results.overflowSteps, at) > 0),
    loop: always((at) => byteAt(results.loop, at) === 1),
  };
}

/** The sums of some rows without one of them. */
export function withoutRow(
  { results, sessions, costs }: TuneField,
  sums: CellSums,
  rows: readonly number[],
  row: number,
): CellSums {
  const less = {
    ...sums,
    compactions: sums.compactions.slice(),
    overflowing: sums.overflowing.slice(),
    looping: sums.looping.slice(),
    sessions: sums.sessions - 1,
    steps: sums.steps - (sessions[row]?.steps ?? 0),
  };
  for (let cell = 0; cell < results.cells; cell++) {
    const at = row * results.cells + cell;
    less.compactions[cell] = floatAt(less.compactions, cell) - intAt(results.compactions, at);
    if (intAt(results.overflowSteps, at) > 0) {
      less.overflowing[cell] = intAt(less.overflowing, cell) - 1;
    }
    if (byteAt(results.loop, at) === 1) less.looping[cell] = intAt(less.looping, cell) - 1;
  }
  return withCost(
    less,
    costs,
    rows.filter((one) => one !== row),
  );
}
