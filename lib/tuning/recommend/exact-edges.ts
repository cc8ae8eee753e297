import { alike } from '../region/plateau';
import type { MergedPiece } from '../breakpoints/merged-pieces';

/** How far a setting may go before something changes. */
export interface Edge {
  readonly setting: string;
  readonly direction: 'down' | 'up';
  /** Distance to the last value of the grid at which nothing changes. */
  readonly spare: number;
  /** The first value at which something does; null: nothing up to the end of the grid. */
  readonly value: number | null;
  readonly breach: 'limit' | 'overflow' | 'loop' | 'compactions' | null;
  /** Found over every value of the setting; false: on the values of the sweep. */
  readonly exact: boolean;
  /** Compactions at that value; null where it breaks a constraint or nothing changes. */
  readonly compactions: number | null;
}

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
    { ...lower, spare: distance(value, down === null ? lowest : down.last.from) },
    limited
      ? { ...upper, value: most, breach: 'limit', compactions: null, spare: distance(most, value) }
      : { ...upper, spare: distance(up === null ? highest : up.last.to, value) },
  ];
}

/** Between two values of a setting, without what binary fractions add: 0.7 and no 0.7000000000000001. */
export const distance = (one: number, other: number): number =>
  Math.round(Math.abs(one - other) * 1e9) / 1e9;

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

/** The nearest value of one setting at which sessions that fail no longer do. */
export interface Wish {
  readonly setting: string;
  readonly value: number;
  /** It holds at this value and beyond it, on this side. */
  readonly direction: Edge['direction'];
  /** Compactions of the recorded sessions there. */
  readonly compactions: number;
}

/**
 * The nearest value, below or above, at which none of the failing sessions fails and the recorded ones
 * break no constraint; null where no value of the range is one. Of two the one that compacts less.
 */
export function wishAt(
  setting: string,
  value: number,
  { failing, pieces }: Readonly<Record<'failing' | 'pieces', readonly MergedPiece[]>>,
  { overflowing, looping, most }: EdgeBounds,
): Wish | null {
  const at = (place: number): number | null => {
    const piece = pieces.find(({ from, to }) => from <= place && place <= to);
    const holds = piece && piece.overflowing <= overflowing && piece.looping <= looping;
    return holds === true && (most === null || place <= most) ? piece.compactions : null;
  };
  const saved = failing.filter((piece) => piece.overflowing === 0 && piece.looping === 0);
  const below = saved.findLast(({ to }) => to < value)?.to;
  const above = saved.find(({ from }) => from > value)?.from;
  const wish = (place: number | undefined, direction: Edge['direction']): readonly Wish[] => {
    const compactions = place === undefined ? null : at(place);
    if (place === undefined || compactions === null) return [];
    return [{ setting, value: place, direction, compactions }];
  };
  const [one, other] = [...wish(below, 'down'), ...wish(above, 'up')];
  if (one === undefined || other === undefined) return one ?? null;
  return other.compactions < one.compactions ? other : one;
}
