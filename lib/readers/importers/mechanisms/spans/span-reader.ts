import { err, type Result } from '@/lib/engine/base/result';
import { CallSessions } from '../calls/call-sessions';
import type { RecordedCall } from '../calls/recorded-call';
import type { CallSource } from '../calls/session-infos';
import { CollectingReader, type ImportContext, type ImportError } from '../../importer';
import { assemble, recorded, reportedCompactions } from './assemble';
import { withCompactions } from './compactions';
import { SpanTable } from './span-table';
import { normalizeUsage } from '@/lib/engine/tokens/usage/normalize-usage';

/**
 * Gives calls without text (cut or not captured) the system prompt and tools of the call before, or
 * else after, in their conversation and lane: otherwise they would not look like their agent's.
 */
const withPrefixes = (calls: readonly RecordedCall[]): readonly RecordedCall[] =>
  filled(filled(calls).toReversed()).toReversed();

function filled(calls: readonly RecordedCall[]): readonly RecordedCall[] {
  const newest = new Map<string, RecordedCall>();
  return calls.map((call) => {
    const key = JSON.stringify([call.conversation, call.lane]);
    if (call.carries === 'whole') newest.set(key, call);
    const known = newest.get(key);
    if (known === undefined || call.system !== null || call.tools !== null) return call;
    return call.carries === 'whole' ? call : { ...call, system: known.system, tools: known.tools };
  });
}

/** A call among those of its conversation, lane and model. */
interface Sized {
  readonly at: RecordedCall;
  readonly visible: number;
  readonly real: number;
}

/** A request's text below this share of both neighbours is suspiciously short. */
const SHARE = 0.5;

/** Neighbours with fewer characters than this are not compared. */
const ENOUGH = 8_000;

/**
 * The calls whose text is much shorter than that of the calls before and after while the provider
 * counted about as many tokens: their attributes were cut. `size` is a message's length in text.
 */
function incompleteCalls(
  calls: readonly RecordedCall[],
  size: (message: RecordedCall['messages'][number]) => number,
): ReadonlySet<RecordedCall> {
  const lines = new Map<string, Sized[]>();
  for (const call of calls) {
    const { real } = normalizeUsage(call.usage, call.family);
    if (real === null) continue;
    const visible = call.messages.reduce((sum, message) => sum + size(message), 0);
    const key = JSON.stringify([call.conversation, call.lane, call.model]);
    const line = lines.get(key);
    if (line) line.push({ at: call, visible, real });
    else lines.set(key, [{ at: call, visible, real }]);
  }
  const found = new Set<RecordedCall>();
  for (const line of lines.values()) {
    line.forEach((call, i) => {
      const [before, after] = [line[i - 1], line[i + 1]];
      if (before && after && isShort(call, before) && isShort(call, after)) found.add(call.at);
    });
  }
  return found;
}

function isShort(call: Sized, neighbour: Sized): boolean {
  if (neighbour.visible < ENOUGH || call.visible >= neighbour.visible * SHARE) return false;
  return call.real > neighbour.real * 0.8;
}

/** A reader of spans: collects them in a table, which yields model calls once the trace is over. */
export abstract class SpanReader extends CollectingReader<CallSessions> {
  protected readonly table: SpanTable;
  readonly #agent: string;

  /** `source` names the agent if no span does. */
  constructor(context: ImportContext, source: CallSource) {
    super(context, new CallSessions(context, source));
    this.table = new SpanTable(context.receipt);
    this.#agent = source.agent;
  }

  override end(): Result<void, ImportError> | null {
    const result = super.end();
    if (this.sessions.count > 0) return result;
    return err({ code: 'no-sessions', message: this.nothing() });
  }

  /** Hands the calls to the sessions, in order of time. */
  protected override close(): void {
    const { table } = this;
    const inTime = assemble(table, this.context.receipt)
      .map((call): RecordedCall => recorded(call, table, this.#agent))
      .sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
    const compactions = reportedCompactions(table);
    const calls = withCompactions(withPrefixes(inTime), compactions, this.context.receipt);
    const incomplete = incompleteCalls(calls, (message) => table.interner.size(message));
    for (const call of calls)
      this.sessions.call(incomplete.has(call) ? withIncomplete(call) : call);
  }

  /** Error for a trace without a model call. */
  protected nothing(): string {
    const { size } = this.table.spans;
    return size === 0
      ? 'The file holds no span or log record of a model call.'
      : `The file holds ${size} spans, none of which is a model call by a known convention.`;
  }
}

function withIncomplete(call: RecordedCall): RecordedCall {
  const message =
    'The text of this request is much shorter than that of its neighbours, its token count is not: attributes were probably cut (OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT).';
  return { ...call, notices: [...(call.notices ?? []), { code: 'request-incomplete', message }] };
}
