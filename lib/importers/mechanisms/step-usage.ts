import type { SessionBuilder, StepInput } from '@/lib/session/builder';
import type { UsageCounts } from '@/lib/session/schema';
import { normalizeUsage, usageRecord, type UsageFamily } from '@/lib/tokens/usage/normalize-usage';
import { plain } from './messages/json-text';
import { usageFlagText } from './usage-flags';

/** The fields of a step that come from its usage record. */
type StepUsage = Required<Pick<StepInput, 'real' | 'usage'>> & UsageCounts;

/** Reads a step's usage record; its oddities become notices of the session. */
export function stepUsage(
  builder: Pick<SessionBuilder, 'notice'>,
  record: unknown,
  family: UsageFamily | undefined,
  at: number | string,
): StepUsage {
  const { real, counts, flags } = normalizeUsage(record, family);
  for (const flag of flags) builder.notice(`usage-${flag}`, usageFlagText[flag], at);
  return { real, ...counts, usage: plain(usageRecord(record)) };
}
