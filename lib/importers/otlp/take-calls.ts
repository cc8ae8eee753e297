import type { CallSessions } from '../calls/call-sessions';
import type { RecordedCall } from '../calls/recorded-call';
import type { ImportContext } from '../importer';
import { assemble, recorded } from './assemble';
import { incompleteCalls } from './incomplete';
import { withPrefixes } from './prefixes';
import type { SpanTable } from './span-table';

/**
 * Hands the calls of a trace that is over to its sessions, in order of time.
 * @param framework the agent, in words, where nothing names one.
 */
export function takeCalls(
  table: SpanTable,
  receipt: ImportContext['receipt'],
  sessions: CallSessions,
  framework: string,
): void {
  const inTime = assemble(table, receipt)
    .map((call): RecordedCall => recorded(call, table, framework))
    .sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
  const calls = withPrefixes(inTime);
  const incomplete = incompleteCalls(calls, (message) => table.interner.size(message));
  for (const call of calls) sessions.call(incomplete.has(call) ? withIncomplete(call) : call);
}

function withIncomplete(call: RecordedCall): RecordedCall {
  const message =
    'The text of this request is much shorter than that of its neighbours, its token count is not: attributes were probably cut (OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT).';
  return { ...call, notices: [...(call.notices ?? []), { code: 'request-incomplete', message }] };
}
