import { prepare } from '@/lib/replay/prepare';
import { replay, type Replay } from '@/lib/replay/replay';
import type { Profile } from '@/lib/tokens/profile';
import type { ClaimSource } from '../claimed-policy';
import { openSession, type Opening } from '../opening';

/** A session as it opens, and its replay under that policy. */
export interface OpenedRun {
  readonly opening: Opening;
  readonly run: Replay;
}

/** Opens a session and replays it. */
export function openedRun(source: ClaimSource, profile: Profile): OpenedRun {
  const opening = openSession(source, profile);
  const { policy, settings, prefixTokens } = opening;
  return { opening, run: replay(prepare(profile, prefixTokens), policy, settings) };
}
