import { CompactedLog } from '@/lib/analysis/explain/compaction/compaction-report';
import type { PricesOf } from '@/lib/analysis/cost/session-prices';
import type { SessionMeasurement } from '@/lib/analysis/subject/session-measurement';
import type { SessionReplay } from '@/lib/analysis/subject/replay-session';
import type { Entry } from '@/lib/engine/session/schema';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { SessionSubject } from './question';

/** Prices of a session where nobody lists any. */
export const noPrices =
  ({ head }: Profile): PricesOf =>
  (_given, _day, names = head.models) => ({
    ...{ day: '', recorded: false, list: 'none' },
    models: names.map((model) => ({ model, rates: null, entry: null, given: false })),
  });

/** The subject of questions about a session that was read and replayed; without prices nothing has dollars. */
export const subjectOf = (
  { profile, tools, nameOf, references, entries }: SessionMeasurement,
  replayed: SessionReplay,
  pricesOf: PricesOf = noPrices(profile),
): SessionSubject => ({
  ...replayed,
  tools: tools(),
  nameOf,
  references: references?.() ?? null,
  pricesOf,
  other: null,
  log: entries === undefined ? null : logOf(replayed, entries()),
});

/** What compactions of a replay are told from; `shown` has the texts that may be said, secrets masked. */
export function logOf(
  { run }: Pick<SessionReplay, 'run'>,
  entries: readonly Entry[],
  shown = entries,
): CompactedLog {
  const log = new CompactedLog(run);
  for (const [i, entry] of entries.entries()) log.push(entry, shown[i]);
  return log;
}
