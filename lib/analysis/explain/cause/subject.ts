import type { Opening } from '@/lib/analysis/fit/opening';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { ToolNames } from '@/lib/engine/tokens/text/tool-names';
import { NamedEntries } from '../growth/named-entries';
import type { DollarsOf } from '../net-effect';
import type { CauseSubject } from './context';

/** What a host knows beside a session and how it opens. */
interface SubjectNames {
  readonly agent: string;
  readonly tools: ToolNames | null;
  /** Dollars of a replay; left out where nobody knows prices. */
  readonly dollarsOf?: DollarsOf | null;
}

/** The source of a session's causes: the session, how it opens, and the names of its tools. */
export const causeSubject = (
  session: Replayable,
  { own, policy, settings }: Opening,
  { agent, tools, dollarsOf = null }: SubjectNames,
): CauseSubject => ({
  session,
  agent,
  own,
  baseline: { policy, settings },
  log: new NamedEntries(session.profile, tools),
  dollarsOf,
});
