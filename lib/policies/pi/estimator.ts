import { intAt } from '@/lib/base/read';
import { imageCount, type Estimator } from '@/lib/tokens/estimator';
import type { Profile } from '@/lib/tokens/profile';

/** Bytes that pi sends around a summary; it counts the summary alone. */
export const SUMMARY_WRAPPER = 107;

const quarter = (units: number): number => Math.ceil(units / 4);

/** pi's estimate: ⌈units ÷ 4⌉ of each message's texts, thinking, calls and results; `image` tokens a picture. */
export function piEstimator(
  profile: Profile,
  prefixTokens: number,
  image: number | 'bytes',
): Estimator {
  const { entries, entryCount, head } = profile;
  const { units, thoughtUnits, kinds, inlines } = entries;
  const stripped = head.thoughts === 'stripped';
  const sum = new Int32Array(entryCount + 1);
  const thoughtSum = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const thoughts = stripped ? intAt(kinds.thought, entry) : 0;
    const left = intAt(units, entry) - (stripped ? intAt(thoughtUnits, entry) : 0);
    const pictures = image === 'bytes' ? intAt(kinds.inline, entry) : image * intAt(inlines, entry);
    const own = quarter(left) + pictures;
    sum[entry + 1] = intAt(sum, entry) + own;
    thoughtSum[entry + 1] = intAt(thoughtSum, entry) + thoughts;
  }
  return {
    id: `pi:${image}`,
    label: 'chars ÷ 4 rounded up',
    images: imageCount(image),
    prefix: prefixTokens,
    sum,
    thoughtSum,
    text: (bytes) => quarter(Math.max(0, bytes - SUMMARY_WRAPPER)),
  };
}
