import { expect } from 'vitest';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { Piece } from '../breakpoints/piece-list';
import { outcomeOf, sameOutcome } from '../outcome';

/** A session along a setting, and the values that are replayed one by one. */
export interface Replayed {
  readonly session: Replayable;
  readonly policy: Policy;
  readonly settings: Settings;
  readonly setting: string;
  readonly limit: number | null;
  /** Ascending. */
  readonly values: readonly number[];
}

/** Values that were replayed and had another outcome than their piece; none if the pieces are right. */
export function wrongValues(
  pieces: readonly Piece[],
  { session, policy, settings, setting, limit, values }: Replayed,
): readonly number[] {
  let into: Replay | undefined;
  let k = 0;
  return values.filter((value) => {
    while ((pieces[k]?.to ?? Infinity) < value) k++;
    const piece = pieces[k];
    const given = { ...settings, [setting]: value };
    into = replay(session, policy, given, { limit, ...(into === undefined ? {} : { into }) });
    const found = outcomeOf(into);
    return piece === undefined || value < piece.from || !sameOutcome(piece.outcome, found);
  });
}

/** The pieces are ascending, without gaps on the grid, and neighbours differ. */
export function expectTiled(
  pieces: readonly Piece[],
  from: number,
  to: number,
  step: number,
): void {
  expect(pieces[0]?.from).toBe(from);
  expect(pieces.at(-1)?.to).toBe(to);
  pieces.forEach((piece, k) => {
    const next = pieces[k + 1];
    if (next === undefined) return;
    expect(next.from).toBeCloseTo(piece.to + step, 9);
    expect(sameOutcome(piece.outcome, next.outcome)).toBe(false);
  });
}
