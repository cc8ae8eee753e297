import type { PricesOf } from '@/lib/analysis/cost/session-prices';
import type { MeasuredSession } from '@/lib/analysis/subject/measured-session';
import type { ReplayedSession } from '@/lib/analysis/subject/replay-session';
import type { SessionSubject } from './question';

/** The subject of questions about a session that was read and replayed; without prices nothing has dollars. */
export const subjectOf = (
  { profile, tools, nameOf, references }: MeasuredSession,
  replayed: ReplayedSession,
  pricesOf: PricesOf = () => ({
    ...{ day: '', recorded: false, list: 'none' },
    models: profile.head.models.map((model) => ({ model, rates: null, entry: null, given: false })),
  }),
): SessionSubject => ({
  ...replayed,
  tools: tools(),
  nameOf,
  references: references?.() ?? null,
  pricesOf,
});
