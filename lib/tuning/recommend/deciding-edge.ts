import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { breakpoints } from '../breakpoints/breakpoints';
import { indexAt } from '../breakpoints/plateaus';
import type { Piece } from '../breakpoints/piece-list';
import type { SweepAxis } from '../sweep/plan';

/** Where a setting, changed alone, begins to change what happens to a session. */
export interface DecidingEdge {
  readonly setting: string;
  /** It fares as today from the value on (`from`), or below the value (`below`). */
  readonly side: 'from' | 'below';
  readonly value: number;
}

/** The edge of a session, null where no setting changes it; `exact` is false where that is not certified. */
export interface SessionEdge {
  readonly edge: DecidingEdge | null;
  readonly exact: boolean;
}

/** A session under today's settings, as one column of a sweep replays it. */
export interface EdgeQuestion {
  readonly session: Replayable;
  readonly policy: Policy;
  readonly settings: Settings;
  readonly limit: number | null;
}

/** Steps that one setting of one session may replay where its policy has no certificates. */
const BUDGET = 100_000;

/**
 * The edge nearest to today's value of the first axis along which a session fares otherwise, over every
 * value of its range; nothing is certified from the first axis on whose pieces are not exact.
 */
export function sessionEdge(
  { session, policy, settings, limit }: EdgeQuestion,
  axes: readonly SweepAxis[],
): SessionEdge {
  for (const { setting, values } of axes) {
    const range = { from: values[0] ?? NaN, to: values.at(-1) ?? NaN, limit, budget: BUDGET };
    const { pieces, exact } = breakpoints(session, policy, settings, setting, range);
    if (!exact) return { edge: null, exact: false };
    const edge = nearestEdge(setting, Number(settings[setting]), pieces);
    if (edge !== null) return { edge, exact: true };
  }
  return { edge: null, exact: true };
}

/** The nearer of the two values at which a session's events change; null where none does. */
function nearestEdge(
  setting: string,
  today: number,
  pieces: readonly Piece[],
): DecidingEdge | null {
  const own = indexAt(pieces, today);
  const middle = pieces[own];
  if (middle === undefined) return null;
  const differs = (piece: Piece): boolean => !sameCounts(piece, middle);
  const below = pieces.slice(0, own).findLastIndex(differs);
  const above = pieces.slice(own + 1).findIndex(differs);
  const least = below < 0 ? null : (pieces[below + 1]?.from ?? null);
  const most = above < 0 ? null : (pieces[own + 1 + above]?.from ?? null);
  if (least !== null && (most === null || today - least <= most - today)) {
    return { setting, side: 'from', value: least };
  }
  return most === null ? null : { setting, side: 'below', value: most };
}

/** Two outcomes have as many compactions, passes and overflows, and both loop or neither. */
function sameCounts({ outcome: a }: Piece, { outcome: b }: Piece): boolean {
  const sum = (passes: readonly number[]): number => passes.reduce((all, one) => all + one, 0);
  return (
    a.fired.length === b.fired.length &&
    sum(a.passes) === sum(b.passes) &&
    a.overflow.length === b.overflow.length &&
    a.loop === b.loop
  );
}
