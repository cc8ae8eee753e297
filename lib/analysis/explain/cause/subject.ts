import type { Opening } from '@/lib/analysis/fit/opening';
import type { Replayable } from '@/lib/replay/prepare';
import type { CallNames } from './calls';
import type { CauseSubject } from './context';

/** What causes of a session are read from: the session, how it opens, and the names that it calls. */
export const causeSubject = (
  session: Replayable,
  { own, policy, settings }: Opening,
  { agent, calls }: { readonly agent: string; readonly calls?: CallNames },
): CauseSubject => ({
  session,
  agent,
  own,
  baseline: { policy, settings },
  ...(calls === undefined ? {} : { calls }),
});
