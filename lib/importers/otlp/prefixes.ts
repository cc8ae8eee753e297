import type { RecordedCall } from '../calls/recorded-call';

/**
 * Gives calls without text (cut or not captured) the system prompt and tools of the call before, or
 * else after, in their conversation and lane: without them they would not seem to be of its agent.
 */
export function withPrefixes(calls: readonly RecordedCall[]): readonly RecordedCall[] {
  const forward = filled(calls);
  return filled(forward.toReversed()).toReversed();
}

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
