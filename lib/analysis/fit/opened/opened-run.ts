import { prepare } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { ClaimSource } from '../claimed-policy';
import { openSession, type Opening } from '../opening';
import { shownReplay } from '../shown-replay';

/** A session as it opens: its recording, watched by the policy that it opens with. */
export interface OpenedRun {
  readonly opening: Opening;
  readonly run: Replay;
}

/** Opens a session as every surface shows it. */
export function openedRun(source: ClaimSource, profile: Profile): OpenedRun {
  const opening = openSession(source, profile);
  return { opening, run: shownReplay(prepare(profile, opening.prefixTokens), opening, opening) };
}
