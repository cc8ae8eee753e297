import { isRefusal } from './refusal-meaning';
import { readSizes, type RefusalSizes } from './refusal-numbers';

/** A call that the provider refused for its size, with what its message says of the sizes. */
export type Refusal = RefusalSizes;

/** A refusal of which nothing but the fact is known. */
export const SIZELESS: Refusal = { real: null, limit: null, reserved: null, over: null };

/** Most characters of an error that are read. */
const HEAD = 2_000;

/** Addresses and times hold numbers and words that say nothing of a request. */
const NOISE = /https?:\/\/[^\s"'<>)\]]+|\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g;

/**
 * Reads an error message, in any provider's or server's words: a refusal of a request for its size, or
 * null for every other failure (rate, quota, moderation, a maximal output that is too large by itself).
 */
export function readRefusal(message: string): Refusal | null {
  const text = message.slice(0, HEAD).replaceAll('\\"', '"').replace(NOISE, ' ');
  return isRefusal(text) ? readSizes(text) : null;
}
