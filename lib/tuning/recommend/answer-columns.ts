/** Today's settings, the recommended ones and the runner-up, on the same numbers. */
import { floatAt, intAt } from '@/lib/engine/base/read';
import { cellAt, placesOf } from '../region/cell-space';
import type { SweepCell } from '../sweep/plan';
import { per100 } from '../region/cell-sums';
import type { Region } from '../region/plateau';
import { cheapestOf } from './cheapest';
import { bestOf, isSettable, type Choice } from './choice';
import { overflowsIn, rateOf, type Rate } from './hold-out';
import type { Edge } from './exact-edges';
import { changesAt, edgesOf, type Recommendation } from './recommendation';
import { clustersOf, steadyChoice } from './steady';
import { decidingRows, regionOf, sumsOf, unavoidableOf, type TuneField } from './tune-field';

/** A share of sessions, each held out once, and the same of clusters of them. */
export interface HeldOutRate {
  readonly sessions: Rate;
  readonly clusters: Rate;
}

/** One of the settings that an answer compares. */
export interface AnswerColumn {
  readonly role: 'today' | 'recommended' | 'runner-up';
  readonly place: readonly number[];
  readonly sessions: number;
  readonly overflowing: number;
  readonly looping: number;
  /** Sessions that overflow under what is chosen in the same way without them and without their cluster. */
  readonly chance: HeldOutRate;
  readonly compactions: number;
  readonly per100Steps: number;
  /** Tokens below the limit, per compaction; null without one. */
  readonly unusedPerCompaction: number | null;
  /** Sessions that stop failing or compact less often than today, those the reverse of either, the others. */
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  /** The nearest edge at which sessions overflow or loop, on the share of its setting's range; null for none. */
  readonly room: Pick<Edge, 'setting' | 'direction' | 'spare' | 'value' | 'breach'> | null;
}

/** Parts in which sessions are held out: each cluster alone, up to so many. */
const MOST_PARTS = 40;

/** Columns of an answer: today's, the recommended where it is another, and the runner-up where there is one. */
export function answerColumns(
  field: TuneField,
  recommendation: Recommendation,
): readonly AnswerColumn[] {
  const { choice, region, edges } = recommendation;
  const rows = decidingRows(field);
  const runnerUp = runnerUpOf(field, region, choice);
  const proposes = choice.kind === 'change' || choice.kind === 'patch';
  const column = (
    role: AnswerColumn['role'],
    place: readonly number[],
    choose: (train: readonly number[]) => readonly number[],
  ): AnswerColumn => ({
    role,
    place,
    ...columnFigures(field, region, place, rows),
    chance: heldOutOnce(field, rows, choose),
    room: roomOf(
      field,
      place.join() === choice.place.join() ? edges : edgesOf(field, region, place),
    ),
  });
  const chosen = (train: readonly number[]): readonly number[] =>
    choiceOf(field, train).choice.place;
  return [
    column('today', field.baseline, () => field.baseline),
    ...(proposes ? [column('recommended', choice.place, chosen)] : []),
    ...(runnerUp === null
      ? []
      : [
          column('runner-up', runnerUp, (train) => {
            const { choice: first, region: less } = choiceOf(field, train);
            return runnerUpOf(field, less, first) ?? first.place;
          }),
        ]),
  ];
}

/** The cells of some columns, in their order. */
export const columnCells = (
  field: TuneField,
  columns: readonly AnswerColumn[],
): readonly SweepCell[] =>
  columns.map(({ place }) => {
    const cell = field.cells[cellAt(field, place)];
    if (cell === undefined) throw new Error('A compared place is no cell of the grid');
    return cell;
  });

function choiceOf(field: TuneField, rows: readonly number[]) {
  const region = regionOf(field, sumsOf(field, rows), unavoidableOf(field, rows));
  return { region, choice: steadyChoice(field, region, rows).choice };
}

/**
 * The settings that a user can set and that hold, beside today's and the chosen ones, with the fewest
 * compactions, or the least cost where that decides: null where all of them come to the same as one of these.
 */
export function runnerUpOf(
  field: TuneField,
  region: Region,
  { place: chosen }: Pick<Choice, 'place'>,
): readonly number[] | null {
  const compactions = (place: readonly number[]): number =>
    floatAt(region.sums.compactions, cellAt(field, place));
  const { cost } = region.sums;
  /** What a place comes to: its compactions, and where cost decides its dollars. */
  const outcome = (place: readonly number[]): string =>
    `${compactions(place)} ${cost?.dollars[cellAt(field, place)] ?? ''}`;
  const taken = [chosen, field.baseline].map(outcome);
  const others = placesOf(field).filter(
    (place) =>
      region.breaches[cellAt(field, place)] === null &&
      isSettable(field, place) &&
      !taken.includes(outcome(place)),
  );
  return cheapestOf(field, region, others) ?? bestOf(field, region, others, compactions);
}

function columnFigures(
  field: TuneField,
  { sums }: Region,
  place: readonly number[],
  rows: readonly number[],
) {
  const cell = cellAt(field, place);
  const changes = changesAt(field, cell, rows);
  const compactions = floatAt(sums.compactions, cell);
  const worse = changes.filter(({ kind }) => kind === 'broken' || kind === 'more').length;
  return {
    sessions: sums.sessions,
    overflowing: intAt(sums.overflowing, cell),
    looping: intAt(sums.looping, cell),
    compactions,
    per100Steps: per100(sums, cell),
    unusedPerCompaction: compactions === 0 ? null : floatAt(sums.unused, cell) / compactions,
    worse,
    better: changes.length - worse,
    same: rows.length - changes.length,
  };
}

/** Holds every cluster out once, chooses on the rest, and counts what overflows of it. */
function heldOutOnce(
  field: TuneField,
  rows: readonly number[],
  choose: (train: readonly number[]) => readonly number[],
): HeldOutRate {
  const clusters = clustersOf(field, rows);
  const parts = Math.min(MOST_PARTS, clusters.length);
  let [sessions, groups] = [0, 0];
  for (let part = 0; part < parts; part++) {
    const held = clusters.filter((_, at) => at % parts === part);
    const out = new Set(held.flat());
    const train = rows.filter((row) => !out.has(row));
    // What is tuned on nothing stays as it is.
    const cell = cellAt(field, train.length === 0 ? field.baseline : choose(train));
    const failing = held.map((members) => members.filter((row) => overflowsIn(field, row, cell)));
    sessions += failing.flat().length;
    groups += failing.filter(({ length }) => length > 0).length;
  }
  return { sessions: rateOf(sessions, rows.length), clusters: rateOf(groups, clusters.length) };
}

/** The nearest edge that breaks something, as a share of its setting's values. */
function roomOf({ column }: TuneField, edges: readonly Edge[]): AnswerColumn['room'] {
  const shareOf = ({ setting, spare }: Edge): number => {
    const values = column.axes.find((axis) => axis.setting === setting)?.values ?? [];
    return spare / ((values.at(-1) ?? NaN) - (values[0] ?? NaN));
  };
  const [nearest] = edges
    .filter(({ breach }) => breach === 'overflow' || breach === 'loop')
    .sort((a, b) => shareOf(a) - shareOf(b));
  if (nearest === undefined) return null;
  const { setting, direction, spare, value, breach } = nearest;
  return { setting, direction, spare, value, breach };
}
