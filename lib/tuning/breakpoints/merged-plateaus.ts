import type { MergedPiece } from './merged-pieces';
import type { Plateau } from './plateaus';

/** Outcomes of a whole corpus along one setting, the others as proposed. */
export interface AlongSetting {
  readonly setting: string;
  readonly plateaus: readonly Plateau[];
  /** First value of each piece: there some session's outcome changes. */
  readonly changes: readonly number[];
}

/** Neighbouring pieces of a corpus with as many compactions, overflows and loops. */
export function alongSetting(setting: string, pieces: readonly MergedPiece[]): AlongSetting {
  const plateaus: Plateau[] = [];
  for (const { from, to, compactions, overflows, looping } of pieces) {
    const loop = looping > 0;
    const before = plateaus.at(-1);
    const same =
      before?.compactions === compactions && before.overflows === overflows && before.loop === loop;
    if (same) plateaus[plateaus.length - 1] = { ...before, to, pieces: before.pieces + 1 };
    else plateaus.push({ from, to, compactions, overflows, loop, pieces: 1 });
  }
  return { setting, plateaus, changes: pieces.map(({ from }) => from) };
}
