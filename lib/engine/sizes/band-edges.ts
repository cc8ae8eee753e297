/** The band around projections of every size, as the few errors that are ever its edge. */
import {
  around,
  conformalRanks,
  errorAt,
  OUTSIDE,
  type ErrorBand,
  type ErrorLine,
} from './projection-errors';

/** An error that is an edge of the band from a projection on, up to the next one's. */
export interface EdgePiece {
  /** Whole tokens. */
  readonly from: number;
  readonly line: ErrorLine;
}

/** Both edges, each ascending from 0. */
export interface BandEdges {
  readonly low: readonly EdgePiece[];
  readonly high: readonly EdgePiece[];
}

/** Projections that edges are followed up to: ten times the largest window of a model. */
const LARGEST = 20_000_000;

/** The edges of the band that some errors make; null for too few of them. */
export function bandEdges(lines: readonly ErrorLine[]): BandEdges | null {
  const { low, high } = conformalRanks(lines.length, OUTSIDE);
  if (lines[low] === undefined || lines[high] === undefined) return null;
  return { low: edgeAt(lines, low), high: edgeAt(lines, high) };
}

/** The band around a projection of whole tokens. */
export const bandWithin = (
  { low, high }: BandEdges,
  projected: number,
): Pick<ErrorBand, 'low' | 'high'> =>
  around({ low: valueOf(low, projected), high: valueOf(high, projected) });

function valueOf(pieces: readonly EdgePiece[], projected: number): number {
  const piece = pieces.findLast(({ from }) => from <= projected) ?? pieces[0];
  return piece === undefined ? 0 : errorAt(piece.line, projected);
}

/** Which error has a rank changes only where its line crosses another's. */
function edgeAt(lines: readonly ErrorLine[], rank: number): readonly EdgePiece[] {
  const pieces: EdgePiece[] = [];
  for (let at = 0; at < LARGEST;) {
    const line = ranked(lines, rank, at);
    if (line !== pieces.at(-1)?.line) pieces.push({ from: at, line });
    at = lines.reduce((next, other) => nearer(next, at, crossing(line, other)), LARGEST);
  }
  return pieces;
}

function ranked(lines: readonly ErrorLine[], rank: number, at: number): ErrorLine {
  const line = [...lines].sort((a, b) => errorAt(a, at) - errorAt(b, at))[rank];
  if (line === undefined) throw new RangeError(`No error of rank ${rank}`);
  return line;
}

/** The whole projection at or just below a crossing, else the next one, where it is beyond `at`. */
function nearer(next: number, at: number, crossed: number): number {
  if (!(crossed >= at)) return next;
  return Math.min(next, Math.max(at + 1, Math.floor(crossed)));
}

/** The projection at which two errors add as much; not a number or infinite for none. */
function crossing(one: ErrorLine, other: ErrorLine): number {
  const [a, b] = [slope(one), slope(other)];
  return (errorAt(other, 0) - errorAt(one, 0)) / (a - b);
}

const slope = ({ error, of }: ErrorLine): number => (of === null ? 0 : error / of);
