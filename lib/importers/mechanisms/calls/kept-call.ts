import { textHash } from '@/lib/base/text-hash';
import type { StepInput } from '@/lib/session/builder';
import type { EntryStore } from '@/lib/session/draft';
import { normalizeUsage, usageRecord, type UsageFlag } from '@/lib/tokens/usage/normalize-usage';
import { timeText } from '../loose-json';
import type { MessageTable } from './message-table';
import type { RecordedCall } from './recorded-call';

/** A call as kept until the sessions are built: numbers and refs. */
export interface KeptCall
  extends
    Pick<RecordedCall, 'at' | 'time' | 'conversation' | 'lane' | 'carries' | 'model'>,
    Required<Pick<RecordedCall, 'parentLane' | 'name' | 'agent' | 'id' | 'previous'>>,
    Required<Pick<RecordedCall, 'limit' | 'compaction' | 'failedCompactions' | 'notices'>> {
  readonly order: number;
  readonly timeText: string | null;
  /** Hash of system prompt and tools; 0 if the log holds neither. */
  readonly prefix: number;
  /** Hash of the tools alone; 0 without any. */
  readonly tools: number;
  readonly refs: Int32Array;
  readonly output: Int32Array;
  readonly flags: readonly UsageFlag[];
  readonly step: StepInput;
}

/** Hashes by identity: most calls of a log share one list of tools and one system prompt. */
const hashes = new WeakMap<object, number>();

function hashOf(value: object | null): number {
  if (value === null) return 0;
  const known = hashes.get(value);
  if (known !== undefined) return known;
  const hash = textHash(JSON.stringify(value));
  hashes.set(value, hash);
  return hash;
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
  const text = timeText(call.time);
  const rejected = call.rejected ?? null;
  const bare = call.system === null && call.tools === null;
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
    prefix: bare ? 0 : textHash(`${hashOf(call.system)} ${hashOf(call.tools)}`),
    tools: (call.tools ?? []).length === 0 ? 0 : hashOf(call.tools),
    carries: call.carries,
    id: call.id ?? null,
    previous: call.previous ?? null,
    refs: table.request(call.messages, call.at, text),
    output: table.refs(call.output, call.at, text),
    flags: usage.flags,
    model: call.model,
    limit: call.limit ?? null,
    compaction: call.compaction ?? null,
    failedCompactions: call.failedCompactions ?? [],
    notices: call.notices ?? [],
    step: {
      real: rejected === null ? usage.real : rejected.real,
      rejected: rejected !== null,
      limit: rejected?.limit ?? null,
      usageRef: record === null ? -1 : store.usage(record),
      model: call.model,
      time: text,
      lengthStop: call.lengthStop ?? false,
      ...usage.counts,
    },
  };
}
