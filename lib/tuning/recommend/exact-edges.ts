import { alike } from '../region/plateau';
import type { MergedPiece } from '../breakpoints/merged-pieces';
import type { Edge } from './recommendation';

/** What bounds a setting besides its outcomes. */
export interface EdgeBounds {
  /** Sessions that may overflow, and loop: those beyond any setting included. */
  readonly overflowing: number;
  readonly looping: number;
  /** The most that the setting may be; null: nothing bounds it. */
  readonly most: number | null;
}

/**
 * The edges around a value of a setting, from the pieces of a corpus along it: the first value of the
 * setting's own grid, on each side, at which a constraint breaks or compactions change clearly.
 * Throws a RangeError where the pieces do not hold the value.
 */
export function exactEdges(
  setting: string,
  value: number,
  pieces: readonly MergedPiece[],
  bounds: EdgeBounds,
): readonly [down: Edge, up: Edge] {
  const own = pieces.findIndex(({ from, to }) => from <= value && value <= to);
  const middle = pieces[own];
  if (middle === undefined) throw new RangeError(`${setting} ${value} is outside of the pieces`);
  const down = outward(pieces.slice(0, own).reverse(), middle, bounds);
  const up = outward(pieces.slice(own + 1), middle, bounds);
  const { most } = bounds;
  const lowest = pieces[0]?.from ?? value;
  const highest = pieces.at(-1)?.to ?? value;
  const lower = edge(setting, 'down', down && { ...down, at: down.piece.to });
  const upper = edge(setting, 'up', up && { ...up, at: up.piece.from });
  const limited = most !== null && highest > most && (upper.value === null || upper.value > most);
  return [
    { ...lower, spare: value - (down === null ? lowest : down.last.from) },
    limited
      ? { ...upper, value: most, breach: 'limit', compactions: null, spare: most - value }
      : { ...upper, spare: (up === null ? highest : up.last.to) - value },
  ];
}

/** The first piece that is not like the one in the middle, and the last one before it. */
function outward(
  pieces: readonly MergedPiece[],
  middle: MergedPiece,
  { overflowing, looping }: EdgeBounds,
): { piece: MergedPiece; last: MergedPiece; breach: Edge['breach'] } | null {
  let last = middle;
  for (const piece of pieces) {
    const breach =
      piece.overflowing > overflowing ? 'overflow' : piece.looping > looping ? 'loop' : null;
    if (breach !== null) return { piece, last, breach };
    if (!alike(piece.compactions, middle.compactions)) {
      return { piece, last, breach: 'compactions' };
    }
    last = piece;
  }
  return null;
}

function edge(
  setting: string,
  direction: Edge['direction'],
  found: { at: number; piece: MergedPiece; breach: Edge['breach'] } | null,
): Omit<Edge, 'spare'> {
  const { compactions = 0 } = found?.piece ?? {};
  return {
    setting,
    direction,
    value: found?.at ?? null,
    breach: found?.breach ?? null,
    exact: true,
    compactions: found?.breach === 'compactions' ? compactions : null,
  };
}
