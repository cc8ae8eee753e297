import type { MeasuredSession } from '@/lib/analysis/subject/measured-session';
import { UsageError } from './exit-code';

/** The least that a choice needs to know of a session. */
type ReadSession = Pick<MeasuredSession, 'draft' | 'profile'>;

/** A session of a trace with its number, from 1. */
export interface NumberedSession<S extends ReadSession = MeasuredSession> {
  readonly number: number;
  readonly session: S;
}

/** "2 Fix the bug". */
export const nameOf = ({ number, session }: NumberedSession<ReadSession>): string =>
  `${number} ${session.draft.head.name}`;

/** All sessions, or the one with this number (from 1) or name. @throws UsageError */
export function chooseSessions<S extends ReadSession>(
  sessions: readonly S[],
  wanted: string | undefined,
): readonly NumberedSession<S>[] {
  const all = sessions.map((session, i): NumberedSession<S> => ({ number: i + 1, session }));
  if (wanted === undefined) return all;
  const byNumber = /^\d+$/.test(wanted) ? all[Number(wanted) - 1] : undefined;
  if (byNumber) return [byNumber];
  const named = (test: (name: string) => boolean): NumberedSession<S>[] =>
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
