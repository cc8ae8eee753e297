import { assertNever } from '@/lib/engine/base/assert';
import type { Json, Part } from '@/lib/engine/session/schema';
import { wideUnits } from '@/lib/engine/base/utf8';
import { isMap, partSizes } from './contextguard';

/** Gemini CLI gives chars outside ASCII a weight of their own in texts of at most so many units. */
export const WEIGHED_UNITS = 100_000;

/** Quotes, colon and comma around an argument whose value is a text. */
const ARGUMENT = 6;
/** `map[result:` and `]` around the text of a printed response. */
const PRINTED = 12;

/** UTF-16 units of a part. */
interface PartUnits {
  readonly units: number;
  /** Those outside ASCII, of texts and responses only. */
  readonly wide: number;
}

/**
 * UTF-16 units of a part as agents written in JavaScript count them, by the `length` of a string: a text, a
 * call's name and its arguments as JSON, a response's text. Pictures and other parts have none.
 */
export function partUnits(part: Part): PartUnits {
  switch (part.kind) {
    case 'text':
      return textUnits(part.text);
    case 'thought':
      return { units: part.text.length, wide: 0 };
    case 'call':
      return { units: part.name.length + JSON.stringify(part.args).length, wide: 0 };
    case 'response':
      return textUnits(responseText(part.response));
    case 'inline':
    case 'other':
      return { units: 0, wide: 0 };
    case 'sized':
      return { units: part.units ?? guessedUnits(part.of, part.sizes), wide: part.wide ?? 0 };
    default:
      return assertNever(part);
  }
}

/** The units that a numbers-only part states; left out where its sizes give them. */
export function statedUnits(part: Part): Partial<PartUnits> {
  const { units, wide } = partUnits(part);
  const [kind, sizes] =
    part.kind === 'sized' ? [part.of, part.sizes] : [part.kind, partSizes(part)];
  return {
    ...(units === guessedUnits(kind, sizes) ? {} : { units }),
    ...(wide === 0 ? {} : { wide }),
  };
}

const textUnits = (text: string): PartUnits => ({ units: text.length, wide: wideUnits(text) });

/** A response that is one text in a map is that text. */
function responseText(response: Json): string {
  if (typeof response === 'string') return response;
  if (isMap(response)) {
    const [only, ...others] = Object.values(response);
    if (typeof only === 'string' && others.length === 0) return only;
  }
  return JSON.stringify(response);
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
