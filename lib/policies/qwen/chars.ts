import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { imageCount, type Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';

/** Chars of a result besides its text; of a call’s JSON besides its name and arguments, with an id of 29. */
const RESULT = 64;
const CALL = 44 + 29;
/** Tokens of an image. */
const IMAGE = 1_600;

/** Tokens of so many chars. */
export const inTokens = (chars: number): number => Math.ceil(chars / 4);

/** Chars of a log as Qwen Code counts them. */
interface QwenChars {
  /** Prefix sums over entries. */
  readonly entries: Float64Array;
  /** Prefix sums over responses: chars of their texts. */
  readonly responses: Float64Array;
}

/** The chars of a profile, counted once. */
export const qwenChars = oncePer(counted);

function counted({ entries, entryCount, head }: Profile): QwenChars {
  const { units, thoughtUnits, calls, responses, inlines, responseUnits } = entries;
  const sum = new Float64Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const thoughts = head.thoughts === 'stripped' ? intAt(thoughtUnits, entry) : 0;
    const syntax = CALL * intAt(calls, entry) + RESULT * intAt(responses, entry);
    const images = 4 * IMAGE * intAt(inlines, entry);
    sum[entry + 1] = floatAt(sum, entry) + intAt(units, entry) - thoughts + syntax + images;
  }
  const results = new Float64Array(responseUnits.length + 1);
  responseUnits.forEach((length, i) => (results[i + 1] = floatAt(results, i) + length));
  return { entries: sum, responses: results };
}

/** Chars of an entry's calls alone: texts beside calls are known by their tokens. */
export function callChars({ entries }: Profile, entry: number): number {
  const { units, thoughtUnits, kinds, calls } = entries;
  if (intAt(calls, entry) === 0) return 0;
  const own = intAt(units, entry) - intAt(thoughtUnits, entry) - 4 * intAt(kinds.text, entry);
  // Of texts outside ASCII the bytes are more than the chars.
  return Math.max(0, own) + CALL * intAt(calls, entry);
}

/** The first entry of what is sent next: what follows the model's last entry. */
export function pendingFrom({ entries }: Profile, end: number): number {
  let from = end;
  while (from > 0 && (byteAt(entries.flags, from - 1) & entryFlag.user) !== 0) from--;
  return from;
}

/**
 * Qwen Code's estimate: a quarter of a token a char, rounded up once for a request. So an entry's tokens are what it
 * adds to the log before it.
 */
export function qwenEstimator(profile: Profile, prefix: number): Estimator {
  const { entries } = qwenChars(profile);
  return {
    id: `qwen:${prefix}`,
    label: 'chars ÷ 4 of texts, results and calls',
    images: imageCount(IMAGE),
    prefix,
    sum: Int32Array.from(entries, inTokens),
    thoughtSum: new Int32Array(profile.entryCount + 1),
    text: inTokens,
  };
}
