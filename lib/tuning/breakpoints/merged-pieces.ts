import type { Piece } from './piece-list';

/** Values of a setting at which no session's outcome changes, and their totals over all sessions. */
export interface MergedPiece {
  readonly from: number;
  readonly to: number;
  /** Sessions that compact, overflow, loop. */
  readonly compacting: number;
  readonly overflowing: number;
  readonly looping: number;
  /** Steps that compact, and steps that overflow, over all sessions. */
  readonly compactions: number;
  readonly overflows: number;
}

type Totals = Omit<MergedPiece, 'from' | 'to'>;

const NOTHING: Totals = {
  compacting: 0,
  overflowing: 0,
  looping: 0,
  compactions: 0,
  overflows: 0,
};

/** Adds a session's piece, or with −1 takes it out. */
function changed(totals: Totals, { outcome }: Piece, by: 1 | -1): Totals {
  const { fired, overflow, loop } = outcome;
  return {
    compacting: totals.compacting + (fired.length > 0 ? by : 0),
    overflowing: totals.overflowing + (overflow.length > 0 ? by : 0),
    looping: totals.looping + (loop ? by : 0),
    compactions: totals.compactions + by * fired.length,
    overflows: totals.overflows + by * overflow.length,
  };
}

/**
 * The pieces of many sessions along one setting over one range, as one list: an edge wherever one of
 * them has an edge. Lists of another range than the first's are an error.
 */
export function mergedPieces(sessions: readonly (readonly Piece[])[]): readonly MergedPiece[] {
  const [first = []] = sessions;
  const [from, to] = [first[0]?.from, first.at(-1)?.to];
  if (from === undefined || to === undefined) return [];
  if (sessions.some((list) => list[0]?.from !== from || list.at(-1)?.to !== to)) {
    throw new RangeError('The sessions have pieces of different ranges');
  }
  const begins = new Map<number, Piece[]>();
  const ends = new Map<number, Piece[]>();
  for (const piece of sessions.flat()) {
    file(begins, piece.from, piece);
    file(ends, piece.to, piece);
  }
  const starts = [...begins.keys()].sort((a, b) => a - b);
  const stops = [...ends.keys()].sort((a, b) => a - b);
  let totals = NOTHING;
  return starts.map((start, k) => {
    for (const piece of begins.get(start) ?? []) totals = changed(totals, piece, 1);
    const end = stops[k] ?? to;
    const merged = { from: start, to: end, ...totals };
    for (const piece of ends.get(end) ?? []) totals = changed(totals, piece, -1);
    return merged;
  });
}

function file(at: Map<number, Piece[]>, value: number, piece: Piece): void {
  const there = at.get(value);
  if (there === undefined) at.set(value, [piece]);
  else there.push(piece);
}
