import type { Piece } from './piece-list';

/**
 * Neighbouring pieces in which the same things happen as often: so many steps compact, so many overflow,
 * there is a loop or none. Inside of it some of them happen at another step.
 */
export interface Plateau {
  readonly from: number;
  readonly to: number;
  readonly compactions: number;
  readonly overflows: number;
  readonly loop: boolean;
  readonly pieces: number;
}

/** The plateaus of a session's pieces, ascending. */
export function plateaus(pieces: readonly Piece[]): readonly Plateau[] {
  const found: Plateau[] = [];
  for (const { from, to, outcome } of pieces) {
    const before = found.at(-1);
    const compactions = outcome.fired.length;
    const overflows = outcome.overflow.length;
    const { loop } = outcome;
    if (
      before?.compactions === compactions &&
      before.overflows === overflows &&
      before.loop === loop
    ) {
      found[found.length - 1] = { ...before, to, pieces: before.pieces + 1 };
    } else found.push({ from, to, compactions, overflows, loop, pieces: 1 });
  }
  return found;
}

/** Index of the piece or plateau that holds a value; −1 where none does. */
export const indexAt = (
  parts: readonly { readonly from: number; readonly to: number }[],
  value: number,
): number => parts.findIndex(({ from, to }) => from <= value && value <= to);
