import type { SessionMeasurement } from '@/lib/analysis/subject/session-measurement';
import { UsageError } from './exit-code';

/** The least that a choice needs to know of a session. */
type SelectableSession = Pick<SessionMeasurement, 'draft' | 'profile'>;

/** A session of a trace with its number, from 1. */
export interface SessionOfTrace<S extends SelectableSession = SessionMeasurement> {
  readonly number: number;
  readonly session: S;
}

/** "2 Fix the bug". */
export const nameOf = ({ number, session }: SessionOfTrace<SelectableSession>): string =>
  `${number} ${session.draft.head.name}`;

/** False for calls beside an agent's own, such as those of its summariser. */
const isAgent = ({ draft }: SelectableSession): boolean =>
  draft.head.source.parent?.relation !== 'lane';

/**
 * All sessions, or the one with this number (from 1) or name. A step is one of an agent: `ofStep` leaves out
 * the lanes of other calls, unless there is nothing else.
 * @throws UsageError
 */
export function chooseSessions<S extends SelectableSession>(
  sessions: readonly S[],
  wanted: string | undefined,
  { ofStep = false }: { readonly ofStep?: boolean } = {},
): readonly SessionOfTrace<S>[] {
  const all = sessions.map((session, i): SessionOfTrace<S> => ({ number: i + 1, session }));
  if (wanted === undefined) {
    const agents = ofStep ? all.filter(({ session }) => isAgent(session)) : [];
    return agents.length > 0 ? agents : all;
  }
  const byNumber = /^\d+$/.test(wanted) ? all[Number(wanted) - 1] : undefined;
  if (byNumber) return [byNumber];
  const named = (test: (name: string) => boolean): SessionOfTrace<S>[] =>
    all.filter(({ session }) => {
      const { name, source } = session.draft.head;
      return test(name) || test(source.sessionId);
    });
  const exact = named((name) => name === wanted);
  const found = exact.length > 0 ? exact : named((name) => name.includes(wanted));
  if (found.length > 0) return found;
  const list = all
    .slice(0, 20)
    .map(({ number, session }) => `${number} ${session.draft.head.name}`);
  throw new UsageError(`The file has no session "${wanted}". It has: ${list.join('; ')}.`);
}
