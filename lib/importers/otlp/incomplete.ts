import type { RecordedCall } from '../calls/recorded-call';
import { normalizeUsage } from '@/lib/tokens/normalize-usage';

/** A call among those of its conversation, lane and model. */
interface Sized {
  readonly at: RecordedCall;
  readonly visible: number;
  readonly real: number;
}

/** Below this share of both neighbours a request's text is suspiciously short. */
const SHARE = 0.5;

/** Fewer characters than this in a neighbour tell nothing. */
const ENOUGH = 8_000;

/**
 * The calls whose text is much shorter than that of the calls before and after while the provider
 * counted about as many tokens: attributes of these were cut. `size` is a message's length in text.
 */
export function incompleteCalls(
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
