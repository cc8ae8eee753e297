import { formatInteger } from '@/lib/base/format';
import { replay, type Replay, type Replayable } from '@/lib/replay/replay';
import type { Frame } from './workbench-store';

/** Steps on which two replays decide differently. */
export function decisionsFlipped(a: Replay, b: Replay): number {
  let flipped = 0;
  const other = b.columns.compacted;
  a.columns.compacted.forEach((fired, step) => {
    if (fired !== other[step]) flipped++;
  });
  return flipped;
}

/** How many decisions this one setting changes, all others as drafted. */
export function flipsOf(
  session: Replayable,
  { replay: draft, policy, settings, faults }: Frame,
  key: string,
  initial: unknown,
): number {
  const without = replay(session, policy, { ...settings, [key]: initial }, { faults });
  return decisionsFlipped(draft, without);
}

/** "flips 3 decisions". */
export function flipsText(flips: number): string {
  if (flips === 0) return 'flips no decision';
  return `flips ${formatInteger(flips)} decision${flips === 1 ? '' : 's'}`;
}
