import type { Json, Part } from '@/lib/engine/session/schema';
import { textOf } from '../loose-json';

/** A text, or another value's text, as a part; none for an empty or a missing one. */
export function textParts(value: unknown, kind: 'text' | 'thought' = 'text'): readonly Part[] {
  const text = textOf(value);
  return text === null ? [] : [{ kind, text }];
}

/** A call; without an id where the log has none. */
export const callOf = (id: string | null, name: string, args: Json): Part =>
  id === null ? { kind: 'call', name, args } : { kind: 'call', name, id, args };

/** A call's result; without an id where the log has none. */
export const responseOf = (id: string | null, name: string, response: Json): Part =>
  id === null ? { kind: 'response', name, response } : { kind: 'response', name, id, response };

/** The texts of parts, a line each. */
export const joinedTexts = (parts: readonly Part[]): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
