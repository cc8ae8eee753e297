import type { SessionBuilder, StepInput } from '@/lib/session/builder';
import type { UsageCounts } from '@/lib/session/schema';
import {
  normalizeUsage,
  usageRecord,
  type UsageFamily,
  type UsageFlag,
} from '@/lib/tokens/usage/normalize-usage';
import { plain } from './messages/json-text';

/** Notice text for each doubt about a usage record. */
export const usageFlagText: Readonly<Record<UsageFlag, string>> = {
  contradictory: 'The usage record contradicts itself.',
  relabelled: 'The usage record lists cached tokens apart; its input count should include them.',
  absurd: 'The usage record holds a negative, fractional or impossibly large number; ignored.',
};

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
