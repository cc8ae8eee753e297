import { oncePer } from '@/lib/engine/base/once/once-per';
import { intAt } from '@/lib/engine/base/read';
import { firstAtLeast } from '@/lib/engine/base/search';
import type { Profile } from '@/lib/engine/tokens/profile';
import { turnBefore } from './turns';

/** Turns in which the model thought: the first such entry of each, and where the turn begins. */
interface ThinkingTurns {
  readonly first: Int32Array;
  readonly start: Int32Array;
}

const thinkingTurns = oncePer(listThinking);

function listThinking(profile: Profile): ThinkingTurns {
  const first: number[] = [];
  const start: number[] = [];
  for (let entry = 0; entry < profile.entryCount; entry++) {
    if (intAt(profile.entries.kinds.thought, entry) === 0) continue;
    const turn = turnBefore(profile, entry, 0);
    if (turn === start.at(-1)) continue;
    first.push(entry);
    start.push(turn);
  }
  return { first: Int32Array.from(first), start: Int32Array.from(start) };
}

/** End of the entries of a step's request whose thinking is older than the newest `keep` turns with some. */
export function thinkingEnd(profile: Profile, step: number, keep: number): number {
  const { first, start } = thinkingTurns(profile);
  const n = intAt(profile.steps.entries, step);
  const turns = firstAtLeast(first, n);
  if (keep === 0) return n;
  return turns > keep ? intAt(start, turns - keep) : 0;
}
