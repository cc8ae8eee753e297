import type { Message } from './recorded-call';

/**
 * Number of messages with which both requests begin. Nearly every request of a log repeats the one
 * before it, and equal texts compare ten times as fast as they are written as JSON and hashed.
 */
export function sharedMessages(one: readonly Message[], other: readonly Message[]): number {
  const most = Math.min(one.length, other.length);
  let shared = 0;
  while (shared < most && isSame(one[shared], other[shared])) shared++;
  return shared;
}

/** True if both are the same JSON text; the host's parser bounds how deep they nest. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other))
    return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  if (keys.length !== others.length) return false;
  return keys.every((key, i) => key === others[i] && isSame(one[key], other[key]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
