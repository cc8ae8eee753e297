import type { Settings } from '@/lib/engine/policy/fields';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import type { Policy } from '@/lib/engine/policy/policy';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay, type ReplayOptions } from '@/lib/engine/replay/replay';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { entryName } from '../evidence/entry-name';
import type { About } from '../evidence/evidence';
import type { Finding } from '../finding';
import { findings } from '../registry';

/** A session, what it is replayed under, and what its import said. */
export interface Judged extends ReplayOptions {
  readonly policy?: Policy;
  readonly settings?: Settings;
  readonly notices?: About['notices'];
}

/** A session's replay: under ContextGuard unless another policy is given. */
export function runOf(session: Session, judged: Judged = {}): Replay {
  const { policy = contextGuardThreshold, settings = {}, notices: _, ...options } = judged;
  const prepared = prepare(measureSession(session));
  return replay(prepared, policy, policy.settings.parse(settings), options);
}

/** All findings of a session, its entries named. */
export const findingsIn = (session: Session, judged: Judged = {}): readonly Finding[] =>
  findings(runOf(session, judged), { agent: 'Test', notices: judged.notices ?? [] }, (entry) => {
    const found = session.entries[entry];
    return found === undefined ? null : entryName(found);
  });

/** Findings of one detector in a session drawn as text. */
export const found = (id: string, picture: string, judged: Judged = {}): readonly Finding[] =>
  findingsIn(textSession(picture), judged).filter(({ detector }) => detector === id);
