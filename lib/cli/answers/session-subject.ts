import type { SessionSubject } from '@/lib/answers/model/question';
import { subjectOf } from '@/lib/answers/model/subject';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import type { SessionOfTrace } from '../choose-sessions';
import { requestedReplay, type RequestedReplay } from '../explain/requested-replay';

/** A session of a file, replayed as asked. @throws UsageError for a setting that its own policy lacks. */
export function sessionSubject(one: SessionOfTrace, asked: RequestedReplay): SessionSubject {
  const { profile } = one.session;
  return subjectOf(one.session, requestedReplay(one, asked), (...of) =>
    sessionPrices(profile, new Date(), ...of),
  );
}

/** What every answer about a session says it was replayed under. */
export const replayedUnder = ({
  policy,
  preset,
  settings,
}: Pick<SessionSubject, 'policy' | 'preset' | 'settings'>) => ({
  policy: policy.id,
  preset,
  settings: settings,
});
