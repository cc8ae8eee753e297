import { assertNever } from '@/lib/base/assert';
import type { Json, Part } from '@/lib/session/schema';
import { isMap, partSizes } from './contextguard';

/** Quotes, colon and comma around an argument whose value is a text. */
const ARGUMENT = 6;
/** `map[result:` and `]` around the text of a printed response. */
const PRINTED = 12;

/**
 * UTF-16 units of a part as agents written in JavaScript count them, by the `length` of a string: a text, a
 * call's name and its arguments as JSON, a response's text. Pictures and other parts have none.
 */
export function partUnits(part: Part): number {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return part.text.length;
    case 'call':
      return part.name.length + JSON.stringify(part.args).length;
    case 'response':
      return responseUnits(part.response);
    case 'inline':
    case 'other':
      return 0;
    case 'sized':
      return part.units ?? guessedUnits(part.of, part.sizes);
    default:
      return assertNever(part);
  }
}

/** The units that a numbers-only part states; left out where its sizes give them. */
export function statedUnits(part: Part): { readonly units?: number } {
  if (part.kind === 'sized') return part.units === undefined ? {} : { units: part.units };
  const units = partUnits(part);
  return units === guessedUnits(part.kind, partSizes(part)) ? {} : { units };
}

/** A response that is one text in a map is that text. */
function responseUnits(response: Json): number {
  if (typeof response === 'string') return response.length;
  if (isMap(response)) {
    const [only, ...others] = Object.values(response);
    if (typeof only === 'string' && others.length === 0) return only.length;
  }
  return JSON.stringify(response).length;
}

/** Units of a part of which only bytes are known: of ASCII, in arguments that are texts. */
function guessedUnits(kind: Exclude<Part['kind'], 'sized'>, sizes: readonly number[]): number {
  if (kind === 'inline' || kind === 'other') return 0;
  if (kind === 'response') return Math.max(0, (sizes[1] ?? 0) - PRINTED);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (kind !== 'call') return bytes;
  const values = Math.floor((sizes.length - 1) / 2);
  return bytes + 2 + Math.max(0, values * ARGUMENT - 1);
}
