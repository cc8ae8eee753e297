import { textHash } from '@/lib/engine/base/text-hash';
import type { Json, Part } from '@/lib/engine/session/schema';

/**
 * What two calls of the same tool with the same arguments have in common, whatever the order of the
 * arguments' keys; null for other parts, and for a call whose sizes alone are known.
 */
export function callIdentity(part: Part): string | null {
  if (part.kind === 'call') return String(textHash(`${part.name}\n${ordered(part.args)}`));
  return part.kind === 'sized' && part.same !== undefined ? `#${part.same}` : null;
}

/** JSON with the keys of every object in order. */
const ordered = (value: Json): string => JSON.stringify(value, inOrder);

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
