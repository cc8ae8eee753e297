import { cellAt } from '../region/cell-space';
import { floatAt, intAt } from '@/lib/engine/base/read';
import { distance, type Edge, type Wish } from './exact-edges';
import { alike, plateau, type Region } from '../region/plateau';
import { choose, isSettable, sameChoice, type Choice } from './choice';
import { failsIn, holdOutBySession, holdOutByTime, type HoldOut } from './hold-out';
import { perHundred, steadyChoice, type PerHundred, type SteadyChoice } from './steady';
import {
  decidingRows,
  openCells,
  regionOf,
  sumsOf,
  unavoidableOf,
  withoutRow,
  type TuneField,
  type Unavoidable,
} from './tune-field';

/** A session whose result differs between today's settings and others. */
export interface Change {
  readonly row: number;
  /** It failed and no longer does; the reverse; it compacts more, or less often. */
  readonly kind: 'saved' | 'broken' | 'more' | 'fewer';
  readonly today: number;
  readonly then: number;
}

/** The session that decides most: without it the answer is another, or it breaks most cells. */
export interface Decider {
  readonly row: number;
  /** The answer without it. */
  readonly without: Choice;
  readonly same: boolean;
}

/** What to ship, and what that rests on. */
export interface Recommendation {
  readonly choice: Choice;
  /** What compacts less often, and rests on too few sessions to be proposed. */
  readonly declined: SteadyChoice['declined'];
  /** What would hold if the program were patched, where the first choice is no patch and today's settings fail. */
  readonly patch: Choice | null;
  readonly region: Region;
  /** Cells of the plateau the choice stands on. */
  readonly plateau: readonly number[];
  readonly edges: readonly Edge[];
  /** Rows of sessions that break a constraint in some cells and not in others. */
  readonly deciding: readonly number[];
  readonly decider: Decider | null;
  readonly unavoidable: Unavoidable;
  /** What generated sessions ask for, and do not decide. */
  readonly generated: GeneratedWish | null;
  readonly byTime: HoldOut | null;
  readonly bySession: HoldOut | null;
  /** What changes, session by session, the worst first; empty for today's settings. */
  readonly changes: readonly Change[];
  /** Change of compactions per 100 steps, bootstrapped over clusters; null where nothing changes. */
  readonly perHundred: PerHundred | null;
}

/** Generated sessions that fail under the choice, and what would save them. */
export interface GeneratedWish {
  readonly rows: readonly number[];
  /** What they and the recorded sessions together would lead to. */
  readonly choice: Choice;
  readonly patch: Choice | null;
  /** The same over every value of one setting each; null while only the grid is known. */
  readonly exact: readonly Wish[] | null;
}

/** Recommends settings from recorded sessions alone; null without one. */
export function recommend(field: TuneField): Recommendation | null {
  const rows = decidingRows(field);
  if (rows.length === 0) return null;
  const unavoidable = unavoidableOf(field, rows);
  const region = regionOf(field, sumsOf(field, rows), unavoidable);
  const { choice, declined } = steadyChoice(field, region, rows);
  const deciding = rows.filter((row) => isDeciding(field, row));
  const changes = changesAt(field, cellAt(field, choice.place), rows);
  return {
    choice,
    declined,
    patch: choice.kind === 'patch' ? null : patchOf(field, region),
    region,
    plateau: plateau(region, choice.place),
    edges: edgesOf(field, region, choice.place),
    deciding,
    decider: deciderOf(field, region, { rows, unavoidable, choice, declined }),
    unavoidable,
    generated: generatedWish(field, choice),
    byTime: holdOutByTime(field, rows),
    bySession: holdOutBySession(field, rows),
    changes,
    perHundred: changes.length === 0 ? null : perHundred(field, rows, choice.place),
  };
}

/** What a patch would allow where today's settings fail; null where it gains nothing. */
function patchOf(field: TuneField, region: Region): Choice | null {
  if (region.breaches[cellAt(field, field.baseline)] === null) return null;
  const all = choose({ ...field, settable: () => true }, region);
  return all.kind === 'change' && !isSettable(field, all.place) ? { ...all, kind: 'patch' } : null;
}

/** A session fails in some computed cells within the limit and not in others. */
function isDeciding(field: TuneField, row: number): boolean {
  const { passes, cells: width } = field.results;
  const cells = openCells(field).filter((cell) => intAt(passes, row * width + cell) >= 0);
  const failing = cells.filter((cell) => failsIn(field, row, cell)).length;
  return failing > 0 && failing < cells.length;
}

/** Sessions that are left out one by one: those that break the most cells, or weigh the most. */
const MOST_DECIDERS = 40;

/** The session without which the answer changes, else the one that breaks the most cells; null for none. */
function deciderOf(
  field: TuneField,
  region: Region,
  {
    rows,
    unavoidable,
    choice,
    declined,
  }: Pick<Recommendation, 'unavoidable' | 'choice' | 'declined'> & {
    readonly rows: readonly number[];
  },
): Decider | null {
  const open = openCells(field);
  const brokenBy = (row: number): number => open.filter((cell) => failsIn(field, row, cell)).length;
  const then = cellAt(field, (declined ?? choice).place);
  const today = cellAt(field, field.baseline);
  const { compactions, cells: width } = field.results;
  const weight = (row: number): number =>
    Math.abs(intAt(compactions, row * width + then) - intAt(compactions, row * width + today));
  const candidates = rows
    .filter((row) => differs(field, row))
    .map((row) => ({ row, broken: brokenBy(row), weight: weight(row) }))
    .sort((a, b) => b.broken - a.broken || b.weight - a.weight || a.row - b.row)
    .slice(0, MOST_DECIDERS);
  const deciders = candidates.map(({ row, broken }): Decider & { readonly broken: number } => {
    const rest = (all: readonly number[]): readonly number[] => all.filter((one) => one !== row);
    const others = { overflow: rest(unavoidable.overflow), loop: rest(unavoidable.loop) };
    const less = regionOf(field, withoutRow(field, region.sums, rows, row), others);
    const without = steadyChoice(field, less, rest(rows)).choice;
    return { row, without, same: sameChoice(without, choice), broken };
  });
  const [most] = deciders.sort(
    (a, b) => Number(a.same) - Number(b.same) || b.broken - a.broken || a.row - b.row,
  );
  return most === undefined || (most.same && most.broken === 0)
    ? null
    : { row: most.row, without: most.without, same: most.same };
}

/** A session's events differ between some cells. */
function differs({ results }: TuneField, row: number): boolean {
  const from = row * results.cells;
  for (let at = from + 1; at < from + results.cells; at++) {
    if (
      results.compactions[at] !== results.compactions[from] ||
      results.overflowSteps[at] !== results.overflowSteps[from] ||
      results.loop[at] !== results.loop[from]
    ) {
      return true;
    }
  }
  return false;
}

function generatedWish(field: TuneField, choice: Choice): GeneratedWish | null {
  const cell = cellAt(field, choice.place);
  const generated = [...field.sessions.keys()].filter(
    (row) => field.sessions[row]?.facts.generated === true,
  );
  const rows = generated.filter((row) => failsIn(field, row, cell));
  if (rows.length === 0) return null;
  const all = [...decidingRows(field), ...generated];
  const region = regionOf(field, sumsOf(field, all), unavoidableOf(field, all));
  return { rows, choice: choose(field, region), patch: patchOf(field, region), exact: null };
}

/** Changes of every session of `rows` between today's settings and a cell, the worst first. */
export function changesAt(
  field: TuneField,
  cell: number,
  rows: readonly number[],
): readonly Change[] {
  const { results } = field;
  const today = cellAt(field, field.baseline);
  const order = ['broken', 'more', 'fewer', 'saved'] as const;
  return rows
    .flatMap((row): readonly Change[] => {
      const before = intAt(results.compactions, row * results.cells + today);
      const then = intAt(results.compactions, row * results.cells + cell);
      const kind = changeKind(failsIn(field, row, today), failsIn(field, row, cell), then - before);
      return kind === null ? [] : [{ row, kind, today: before, then }];
    })
    .sort(
      (a, b) =>
        order.indexOf(a.kind) - order.indexOf(b.kind) || b.then - b.today - (a.then - a.today),
    );
}

/** What becomes of a session that failed or not, fails then or not, and compacts so often more; null for nothing. */
export function changeKind(failed: boolean, fails: boolean, more: number): Change['kind'] | null {
  if (failed !== fails) return fails ? 'broken' : 'saved';
  if (more === 0) return null;
  return more > 0 ? 'more' : 'fewer';
}

/**
 * How far each setting of a place may go before a constraint breaks or compactions change, on the values
 * of the grid. A sample has edges only on the lines through one of its points.
 */
export function edgesOf(
  field: TuneField,
  { breaches, sums }: Region,
  place: readonly number[],
): readonly Edge[] {
  const middle = floatAt(sums.compactions, cellAt(field, place));
  const hasLine = (axis: number, { length }: readonly number[]): boolean =>
    Array.from({ length }, (_, at) => cellAt(field, place.with(axis, at))).every((one) => one >= 0);
  return field.column.axes.flatMap(({ setting, values }, axis) => {
    if (!hasLine(axis, values)) return [];
    return (['down', 'up'] as const).map((direction): Edge => {
      const own = place[axis] ?? 0;
      const step = direction === 'down' ? -1 : 1;
      for (let at = own + step; at >= 0 && at < values.length; at += step) {
        const cell = cellAt(field, place.with(axis, at));
        const breach = breaches[cell];
        const compactions = floatAt(sums.compactions, cell);
        if (breach === undefined || (breach === null && alike(compactions, middle))) continue;
        const last = values[at - step] ?? NaN;
        return {
          setting,
          direction,
          spare: distance(last, values[own] ?? NaN),
          value: values[at] ?? NaN,
          breach: breach ?? 'compactions',
          compactions: breach === null ? compactions : null,
          exact: false,
        };
      }
      const end = values[direction === 'down' ? 0 : values.length - 1] ?? NaN;
      const spare = distance(end, values[own] ?? NaN);
      const nothing = { value: null, breach: null, compactions: null };
      return { setting, direction, spare, ...nothing, exact: false };
    });
  });
}

/** A recommendation with what was found over every value. */
export const withSearched = (
  recommendation: Recommendation,
  { edges, wishes }: { readonly edges: readonly Edge[]; readonly wishes: readonly Wish[] },
): Recommendation => {
  const { generated } = recommendation;
  const exact = wishes.length === 0 ? null : wishes;
  return { ...recommendation, edges, generated: generated && { ...generated, exact } };
};
