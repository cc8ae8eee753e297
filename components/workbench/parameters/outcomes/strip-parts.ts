import type { Plateau } from '@/lib/tuning/breakpoints/plateaus';

/** A plateau at least a pixel wide. */
export interface StripBlock {
  readonly plateau: Plateau;
  readonly x: number;
  readonly width: number;
  /** From 0, no compaction, to 1, the most. */
  readonly shade: number;
}

/** A strip as it is drawn, in pixels. */
export interface StripParts {
  readonly blocks: readonly StripBlock[];
  /** Columns in which one or several plateaus are narrower than a pixel, and whether one of them overflows. */
  readonly marks: readonly { readonly x: number; readonly overflows: boolean }[];
  /** Columns in which a decision moves to another step. */
  readonly ticks: readonly number[];
}

/** Places plateaus and the edges of their pieces on a strip; nothing narrower than a pixel is lost. */
export function stripParts(
  found: readonly Plateau[],
  pieces: readonly { readonly from: number }[],
  { min, max }: { readonly min: number; readonly max: number },
  width: number,
): StripParts {
  const at = (value: number): number => ((value - min) / (max - min)) * width;
  const most = found.reduce((count, { compactions }) => Math.max(count, compactions), 0);
  const blocks: StripBlock[] = [];
  const marks = new Map<number, boolean>();
  found.forEach((plateau, k) => {
    const x = at(plateau.from);
    // A plateau ends where the next one begins: between two values of the grid there is none.
    const end = at(found[k + 1]?.from ?? plateau.to);
    if (end - x >= 1) {
      // By orders: where every step compacts there are hundreds, and three would look like none.
      const shade = most === 0 ? 0 : Math.log1p(plateau.compactions) / Math.log1p(most);
      blocks.push({ plateau, x, width: end - x, shade });
      return;
    }
    const column = Math.min(Math.floor(x), Math.max(0, Math.floor(width) - 1));
    marks.set(column, marks.get(column) === true || plateau.overflows > 0);
  });
  const ticks = new Set(pieces.slice(1).map(({ from }) => Math.round(at(from))));
  return {
    blocks,
    marks: [...marks].map(([x, overflows]) => ({ x, overflows })),
    ticks: [...ticks],
  };
}
