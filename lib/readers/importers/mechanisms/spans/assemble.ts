import type { ImportContext } from '../../importer';
import type { CallNotice, RecordedCall } from '../calls/recorded-call';
import type { PlacedCompaction } from './compactions';
import { readRefusal } from '../refusals/read-refusal';
import { holdsRequest, joined, type Reading } from './reading';
import { keyOf, readLogs, type KnownSpan, type LogGroup, type SpanTable } from './span-table';

/** Most ancestors that are followed; more are a loop. */
const MOST_ANCESTORS = 200;

/** A model call and its place among spans. */
interface SpanCall {
  readonly span: KnownSpan;
  readonly reading: Reading;
}

/**
 * Turns spans and log records into calls: log records join their span, of nested spans of one call
 * the innermost counts, and a call that no span covers is separate.
 */
export function assemble(table: SpanTable, receipt: ImportContext['receipt']): readonly SpanCall[] {
  const calls = new Map<KnownSpan, Reading>();
  for (const span of table.spans.values()) {
    if (span.reading !== null) calls.set(span, span.reading);
  }
  for (const group of table.groups.values()) joinLogs(group, table, calls, receipt);
  return innermost(table, calls, receipt);
}

function joinLogs(
  group: LogGroup,
  table: SpanTable,
  calls: Map<KnownSpan, Reading>,
  receipt: ImportContext['receipt'],
): void {
  const span = table.spans.get(keyOf(group.traceId, group.spanId));
  const said = table.interner.reading(readLogs(group.logs));
  const reading = span && calls.get(span);
  if (span && reading) {
    calls.set(span, joined(reading, said));
    for (const { at } of group.logs) receipt.merge('joined to the span of its call', at);
    return;
  }
  const [first, ...rest] = group.logs;
  if (!first) return;
  if (!holdsRequest(said) && said.usage === null) {
    for (const { at } of group.logs) receipt.drop('log record outside model calls', at);
    return;
  }
  // The span is missing, or was still open around the call.
  const own: KnownSpan = {
    at: first.at,
    order: first.order,
    traceId: group.traceId ?? '',
    spanId: `${group.spanId ?? ''} logs`,
    parentId: group.spanId,
    name: '',
    start: first.time,
    conversation: first.conversation,
    agent: null,
    service: first.service,
    reading: said,
    failure: null,
  };
  calls.set(own, { ...said, notices: [...said.notices, ...(span ? [] : [noSpan])] });
  for (const { at } of rest) receipt.merge('joined to the other log records of its call', at);
}

const noSpan: CallNotice = {
  code: 'span-missing',
  message: 'The trace holds the log records of this call but not its span.',
};

/** Keeps the innermost calls; their missing facts come from the spans around them. */
function innermost(
  table: SpanTable,
  calls: ReadonlyMap<KnownSpan, Reading>,
  receipt: ImportContext['receipt'],
): readonly SpanCall[] {
  const around = new Map<KnownSpan, KnownSpan>();
  const inside = new Map<KnownSpan, number>();
  for (const span of calls.keys()) {
    const outer = ancestorsOf(span, table).find((ancestor) => calls.has(ancestor));
    if (!outer) continue;
    around.set(span, outer);
    inside.set(outer, (inside.get(outer) ?? 0) + 1);
  }
  const kept: SpanCall[] = [];
  for (const [span, reading] of calls) {
    if (inside.has(span)) receipt.merge('same model call as a span inside it', span.at);
    else {
      receipt.keep();
      kept.push({ span, reading: completed(span, reading, calls, around, inside) });
    }
  }
  return kept;
}

function completed(
  span: KnownSpan,
  reading: Reading,
  calls: ReadonlyMap<KnownSpan, Reading>,
  around: ReadonlyMap<KnownSpan, KnownSpan>,
  inside: ReadonlyMap<KnownSpan, number>,
): Reading {
  let whole = reading;
  let shared = false;
  let outer = around.get(span);
  for (let n = 0; outer !== undefined && n < MOST_ANCESTORS; n++) {
    // A span around several calls (retries) holds their request; its usage may be their sum.
    shared ||= (inside.get(outer) ?? 0) > 1;
    const other = calls.get(outer);
    if (other) whole = joined(whole, shared ? { ...other, usage: null, output: [] } : other);
    outer = around.get(outer);
  }
  return whole;
}

/** The spans around a span, innermost first, as far as the trace holds them. */
function ancestorsOf(span: KnownSpan, table: SpanTable): readonly KnownSpan[] {
  const ancestors: KnownSpan[] = [];
  let parent = span.parentId;
  while (parent !== null && ancestors.length < MOST_ANCESTORS) {
    const outer = table.spans.get(keyOf(span.traceId, parent));
    if (outer === undefined || outer === span || ancestors.includes(outer)) break;
    ancestors.push(outer);
    parent = outer.parentId;
  }
  return ancestors;
}

/** The conversation of a span, and the agents around it, innermost first. */
function contextOf(span: KnownSpan, table: SpanTable) {
  const line = [span, ...ancestorsOf(span, table)];
  const named = line.find(({ conversation }) => conversation !== null)?.conversation ?? null;
  return {
    conversation: named ?? table.conversations.get(span.traceId) ?? nameless(span),
    agents: line.flatMap(({ agent }) => agent ?? []),
  };
}

/** The compactions that events of the spans report, in the lanes of their spans. */
export function reportedCompactions(table: SpanTable): readonly PlacedCompaction[] {
  return [...table.spans.values()].flatMap((span) => {
    const { compactions = [] } = span;
    if (compactions.length === 0) return [];
    const { conversation, agents } = contextOf(span, table);
    return compactions.map((one) => ({ ...one, conversation, lane: agents[0] ?? null }));
  });
}

/** A call in the form of a log of requests: its conversation and lane, and a refusal if any. */
export function recorded(
  { span, reading }: SpanCall,
  table: SpanTable,
  framework: string,
): RecordedCall {
  const { conversation, agents } = contextOf(span, table);
  const lane = agents[0] ?? null;
  const refusal = span.failure === null ? null : readRefusal(span.failure);
  const text = holdsRequest(reading);
  return {
    at: span.at,
    time: span.start,
    conversation,
    lane,
    parentLane: agents.find((agent) => agent !== lane) ?? null,
    agent: agentName(reading.agent ?? framework, span.service),
    system: reading.system,
    tools: reading.tools,
    messages: text ? reading.messages : [],
    carries: text && reading.delta !== true ? 'whole' : 'delta',
    id: reading.id ?? null,
    output: reading.output,
    usage: reading.usage,
    family: reading.family,
    model: reading.model,
    rejected: refusal ?? null,
    lengthStop: reading.lengthStop,
    ...(reading.asked !== undefined && { asked: reading.asked }),
    notices: text || reading.cut ? reading.notices : [...reading.notices, noText],
  };
}

/**
 * A trace without a conversation's name is one conversation; so is a log record without a trace.
 */
const nameless = ({ traceId }: KnownSpan): string | null => (traceId === '' ? null : traceId);

const agentName = (framework: string, service: string | null): string =>
  service === null ? framework : `${framework}: ${service}`;

const noText: CallNotice = {
  code: 'text-not-recorded',
  message:
    'The instrumentation recorded no message text (capture is off, or the log records are missing): the step has its token counts only.',
};
