import { firstWhere } from '@/lib/engine/base/search';
import type { Settings } from '@/lib/engine/policy/fields';
import type { SessionBounds } from './session-bounds';
import type { PieceList } from './piece-list';

/** Settings and thresholds of a range, by index. */
interface CertifiedRange {
  readonly along: (k: number) => Settings;
  readonly threshold: (k: number) => number;
  readonly count: number;
}

/**
 * Divides a range until each part has one outcome for certain, by halves where the ends of a part do
 * not say where they differ; returns the runs it took.
 */
export function* certifiedPieces(
  session: SessionBounds,
  { along, threshold, count }: CertifiedRange,
  pieces: PieceList,
): Generator<void, number> {
  let runs = 0;
  const open: (readonly [number, number])[] = [[0, count - 1]];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [first, last] = part;
    const outcome = session.outcome(along(first), along(last));
    runs++;
    yield;
    if (outcome !== null) {
      pieces.add(first, last, outcome);
      continue;
    }
    if (first === last) throw new Error(`No outcome for ${JSON.stringify(along(first))}`);
    const { turn } = session;
    const next = Number.isNaN(turn)
      ? first + 1 + ((last - first - 1) >>> 1)
      : firstWhere(first + 1, last, (k) => threshold(k) > turn);
    open.push([next, last], [first, next - 1]);
  }
  return runs;
}
