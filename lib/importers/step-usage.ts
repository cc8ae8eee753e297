import { isPlainJson } from '@/lib/base/json-depth';
import type { SessionBuilder, StepInput } from '@/lib/session/builder';
import type { Json } from '@/lib/session/schema';
import { normalizeUsage, usageRecord, type UsageFamily } from '@/lib/tokens/normalize-usage';
import { usageFlagText } from './claude-code/usage-flags';

/** The share of a step that its usage record decides. */
export type StepUsage = Pick<StepInput, 'real' | 'output' | 'cacheWrite' | 'usage'>;

/** Reads a step's usage record; what is doubtful about it becomes notices of the session. */
export function stepUsage(
  builder: Pick<SessionBuilder, 'notice'>,
  record: unknown,
  family: UsageFamily | undefined,
  at: number | string,
): StepUsage {
  const { real, output, cacheWrite, flags } = normalizeUsage(record, family);
  for (const flag of flags) builder.notice(`usage-${flag}`, usageFlagText[flag], at);
  return { real, output, cacheWrite, usage: plainJson(usageRecord(record)) };
}

/** The value where JSON text can hold it as it is (no number beyond range, not too deep), or null. */
export function plainJson(value: unknown): Json {
  return isPlainJson(value) ? (value as Json) : null;
}
