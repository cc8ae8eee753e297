import type { Replayable } from '@/lib/engine/replay/prepare';
import { CellSettings } from './cell-settings';
import type { SweepPhase } from './phases';
import type { SweepCell, SweepPlan } from './plan';
import { figureSeconds, runSeconds, SESSION_SECONDS } from './sweep-cost';
import { runCells } from './run-cells';
import { copyColumns, emptyResults, type SweepResults } from './sweep-results';

/**
 * A part of a phase that one worker computes at once: neighbouring cells of the phase's order, all of
 * one column, and neighbouring sessions of the corpus.
 */
export interface SweepShare {
  /** Place of the first session in the corpus, and their number. */
  readonly session: number;
  readonly sessions: number;
  /** Place of the first cell in the phase's order, and their number. */
  readonly cell: number;
  readonly cells: number;
}

/** Seconds of work that a share is meant to have; a slower machine takes some times as long. */
const SHARE_SECONDS = 2;

/** Most sessions of a share: their profiles are in memory together. */
const MOST_SESSIONS = 1_000;

/**
 * Parts a phase into shares of about two seconds, by the steps of each session and the policies of the
 * cells. The same phase is always parted alike; a share of one session and one cell may be longer.
 */
export function partPhase(
  { columns }: SweepPlan,
  { name, cells, order }: Pick<SweepPhase, 'cells' | 'order'> & Partial<SweepPhase>,
  steps: readonly number[],
): readonly SweepShare[] {
  return columnRuns(cells, order).flatMap(({ column, from, to }) => {
    const policy = columns[column]?.policy ?? '';
    const secondsOf = (session: number): number => {
      const own = steps[session] ?? 0;
      return name === 'figures' ? figureSeconds(own) : runSeconds(policy, own);
    };
    return partRun({ from, to }, { sessions: steps.length, secondsOf });
  });
}

interface CellRange {
  readonly from: number;
  readonly to: number;
}

/** Ranges of an order whose cells are of one column: columns that are swept again make the same shares. */
function columnRuns(
  cells: readonly SweepCell[],
  order: readonly number[],
): readonly (CellRange & { readonly column: number })[] {
  const columns = order.map((index) => cells[index]?.column ?? -1);
  const starts = [...columns.keys()].filter((at) => columns[at] !== columns[at - 1]);
  return starts.map((from, i) => ({
    column: columns[from] ?? -1,
    from,
    to: starts[i + 1] ?? order.length,
  }));
}

/** What a range of cells is computed of. */
interface RunSize {
  readonly sessions: number;
  /** Seconds of a session under one cell. */
  readonly secondsOf: (session: number) => number;
}

/** Shares of a range of cells: several short sessions with all of them, or one long one with some. */
function partRun({ from, to }: CellRange, { sessions, secondsOf }: RunSize): readonly SweepShare[] {
  const shares: SweepShare[] = [];
  const size = to - from;
  let first = 0;
  let seconds = 0;
  const close = (end: number): void => {
    if (end > first)
      shares.push({ session: first, sessions: end - first, cell: from, cells: size });
    first = end;
    seconds = 0;
  };
  for (let session = 0; session < sessions; session++) {
    const own = SESSION_SECONDS + size * secondsOf(session);
    if (seconds + own > SHARE_SECONDS || session - first === MOST_SESSIONS) close(session);
    seconds += own;
    if (own <= SHARE_SECONDS) continue;
    const parts = Math.min(size, Math.ceil(own / SHARE_SECONDS));
    for (let part = 0; part < parts; part++) {
      const begin = Math.floor((part * size) / parts);
      const end = Math.floor(((part + 1) * size) / parts);
      shares.push({ session, sessions: 1, cell: from + begin, cells: end - begin });
    }
    first = session + 1;
    seconds = 0;
  }
  close(sessions);
  return shares;
}

/** What a share has of something that a sweep has of each session. */
export const sharePart = <T>(
  of: readonly T[],
  { session, sessions }: Pick<SweepShare, 'session' | 'sessions'>,
): readonly T[] => of.slice(session, session + sessions);

/** The cells of a share in its order. */
export const shareCells = (
  { cells, order }: Pick<SweepPhase, 'cells' | 'order'>,
  { cell, cells: count }: Pick<SweepShare, 'cell' | 'cells'>,
): readonly SweepCell[] =>
  order.slice(cell, cell + count).map((index) => {
    const found = cells[index];
    if (found === undefined) throw new RangeError(`There is no cell ${index}`);
    return found;
  });

/**
 * Replays sessions under some cells of a plan: the results of a share. Each session is asked for once,
 * in order, so that one is in memory at a time.
 */
export function runShare(
  plan: SweepPlan,
  cells: readonly SweepCell[],
  sessions: number,
  sessionAt: (row: number) => Replayable,
): SweepResults {
  const results = emptyResults(sessions, cells.length);
  const run = { plan, cells, order: [...cells.keys()], settings: new CellSettings(plan, cells) };
  for (let row = 0; row < sessions; row++) runCells(sessionAt(row), run, { results, row });
  return results;
}

/** Puts the results of a share in their places among those of its sweep. */
export function mergeShare(
  results: SweepResults,
  order: readonly number[],
  share: SweepShare,
  part: SweepResults,
): void {
  if (part.sessions !== share.sessions || part.cells !== share.cells) {
    throw new RangeError('These are not the results of this share');
  }
  for (let row = 0; row < share.sessions; row++) {
    const to = (share.session + row) * results.cells;
    for (let i = 0; i < share.cells; i++) {
      copyColumns(part, row * part.cells + i, results, to + (order[share.cell + i] ?? NaN));
    }
  }
}

/**
 * All that the results of a share depend on, as text; its hash is their key. The sessions are given as
 * the hashes of their numbers. `figures`: what those depend on that the share computes
 * in place of totals.
 */
export const shareText = (
  engine: number,
  { columns, limit }: SweepPlan,
  cells: readonly SweepCell[],
  sessions: readonly string[],
  figures?: unknown,
): string => {
  const used = [...new Set(cells.map(({ column }) => column))];
  const about = used.map((index) => {
    const { policy, settings, axes } = columns[index] ?? { policy: '', settings: {}, axes: [] };
    return [policy, Object.entries(settings).sort(byName), axes.map(({ setting }) => setting)];
  });
  const places = cells.map(({ column, values }) => [used.indexOf(column), ...values]);
  // Without figures the text is what it always was: stored results keep their keys.
  return JSON.stringify({ engine, limit, columns: about, cells: places, sessions, figures });
};

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;
