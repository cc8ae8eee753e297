import { textHash } from '@/lib/base/text-hash';
import type { EntryStore } from '@/lib/session/draft';
import type { Part, Tool } from '@/lib/session/schema';
import { normalizeUsage, usageRecord, type UsageFlag } from '@/lib/tokens/normalize-usage';
import { timeText } from '../loose-json';
import type { MessageTable } from './message-table';
import type { CallNotice, NativeCompaction, RecordedCall } from './recorded-call';

/** A call as it is kept until the sessions are built: numbers and refs. */
export interface KeptCall {
  readonly order: number;
  readonly at: number | string;
  readonly time: number | null;
  readonly timeText: string | null;
  readonly conversation: string | null;
  readonly lane: string | null;
  readonly parentLane: string | null;
  readonly name: string | null;
  readonly agent: string | null;
  /** Hash of system prompt and tools; 0 where the log holds neither. */
  readonly prefix: number;
  /** Hash of the tools alone; 0 without any. */
  readonly tools: number;
  readonly carries: 'whole' | 'delta';
  readonly id: string | null;
  readonly previous: string | null;
  readonly refs: Int32Array;
  readonly output: Int32Array;
  readonly real: number | null;
  readonly outputTokens: number | null;
  readonly cacheWrite: number | null;
  readonly usage: number;
  readonly flags: readonly UsageFlag[];
  readonly model: string | null;
  readonly rejected: boolean;
  readonly rejectedLimit: number | null;
  readonly lengthStop: boolean;
  readonly limit: number | null;
  readonly compaction: NativeCompaction | null;
  readonly notices: readonly CallNotice[];
}

/** Stores a call's messages and usage record, and keeps the rest as numbers. */
export function keepCall(
  call: RecordedCall,
  order: number,
  store: EntryStore,
  table: MessageTable,
): KeptCall {
  const usage = normalizeUsage(call.usage, call.family);
  const record = usageRecord(call.usage);
  const text = call.time === null ? null : timeText(call.time);
  const rejected = call.rejected ?? null;
  return {
    order,
    at: call.at,
    time: call.time,
    timeText: text,
    conversation: call.conversation,
    lane: call.lane,
    parentLane: call.parentLane ?? null,
    name: call.name ?? null,
    agent: call.agent ?? null,
    prefix: prefixHash(call.system, call.tools),
    tools: (call.tools ?? []).length === 0 ? 0 : textHash(JSON.stringify(call.tools)),
    carries: call.carries,
    id: call.id ?? null,
    previous: call.previous ?? null,
    refs: table.refs(call.messages, call.at, text),
    output: table.refs(call.output, call.at, text),
    real: rejected === null ? usage.real : rejected.real,
    outputTokens: usage.output,
    cacheWrite: usage.cacheWrite,
    usage: record === null ? -1 : store.usage(record),
    flags: usage.flags,
    model: call.model,
    rejected: rejected !== null,
    rejectedLimit: rejected?.limit ?? null,
    lengthStop: call.lengthStop ?? false,
    limit: call.limit ?? null,
    compaction: call.compaction ?? null,
    notices: call.notices ?? [],
  };
}

const prefixHash = (system: readonly Part[] | null, tools: readonly Tool[] | null): number =>
  system === null && tools === null ? 0 : textHash(JSON.stringify([system, tools]));
