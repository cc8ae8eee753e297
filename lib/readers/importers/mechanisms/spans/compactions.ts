import { textParts } from '../messages/parts';
import type { ReceiptBuilder } from '../../receipt';
import type { FailedCompaction } from '@/lib/engine/session/schema';
import type { NativeCompaction, RecordedCall } from '../calls/recorded-call';
import { countOf, textOf, timeText, type Fields } from '../loose-json';
import type { SpanEvent } from './reading';

/**
 * Names of events that end a compaction. GitHub Copilot's CLI writes one on the span of the agent or
 * of the call under way:
 * https://docs.github.com/en/copilot/reference/enterprise-administrators/opentelemetry-reference
 */
const COMPLETE = 'github.copilot.session.compaction_complete';
const PREFIX = 'github.copilot.';

/** A compaction that an event of a span reports; one that failed has a reason for it instead. */
export interface ReportedCompaction {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly compaction: NativeCompaction | null;
  readonly failed: Partial<FailedCompaction> | null;
}

const NONE: readonly ReportedCompaction[] = [];

/** The compactions that a span's events report, and those that failed; those without a time are left out. */
export function compactionsIn(events: readonly SpanEvent[]): readonly ReportedCompaction[] {
  const found = events.flatMap(({ name, time, attributes }): ReportedCompaction[] => {
    if (name !== COMPLETE || time === null) return [];
    const facts = factsOf(attributes);
    if (attributes[`${PREFIX}success`] !== false)
      return [{ time, compaction: facts, failed: null }];
    const reason = textOf(attributes[`${PREFIX}error`]) ?? textOf(attributes['error.type']);
    const failed = { preTokens: facts.preTokens, reason, time: timeText(time) };
    return [{ time, compaction: null, failed }];
  });
  return found.length > 0 ? found : NONE;
}

function factsOf(attributes: Fields): NativeCompaction {
  return {
    preTokens: countOf(attributes[`${PREFIX}pre_tokens`]),
    postTokens: countOf(attributes[`${PREFIX}post_tokens`]),
    trigger: 'unknown',
    summary: textParts(attributes[`${PREFIX}message`]),
  };
}

/** A reported compaction with the conversation and lane of its span. */
export interface PlacedCompaction
  extends ReportedCompaction, Pick<RecordedCall, 'conversation' | 'lane'> {}

/** Gives each compaction to the first call of its conversation and lane after it; calls in order of time. */
export function withCompactions(
  calls: readonly RecordedCall[],
  compactions: readonly PlacedCompaction[],
  receipt: Pick<ReceiptBuilder, 'remark'>,
): readonly RecordedCall[] {
  if (compactions.length === 0) return calls;
  const given = new Map<RecordedCall, ReportedCompaction[]>();
  let late = 0;
  for (const compaction of compactions) {
    const { time, conversation, lane } = compaction;
    const next = calls.find(
      (call) =>
        call.conversation === conversation && call.lane === lane && (call.time ?? 0) >= time,
    );
    if (next === undefined) late++;
    else given.set(next, [...(given.get(next) ?? []), compaction]);
  }
  if (late > 0) {
    const many = late === 1 ? '1 compaction' : `${late} compactions`;
    const whose = late === 1 ? 'its conversation' : 'their conversations';
    receipt.remark(`${many} came after the last call of ${whose}: no request shows it.`);
  }
  return calls.map((call) => {
    const here = given.get(call);
    if (here === undefined) return call;
    const compaction = here.findLast((one) => one.compaction !== null)?.compaction ?? null;
    const failed = here.flatMap((one) => (one.failed === null ? [] : [one.failed]));
    return { ...call, compaction, ...(failed.length > 0 && { failedCompactions: failed }) };
  });
}
