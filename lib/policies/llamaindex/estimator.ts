import { intAt } from '@/lib/engine/base/read';
import { imageCount, type Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { memoryMessages, quarter } from './messages';

const estimator = (
  by: 'joined' | 'single',
  profile: Profile,
  prefix: number,
  sum: Int32Array,
): Estimator => ({
  id: `llamaindex:${by}:${prefix}`,
  label: 'chars ÷ 4 of texts',
  images: imageCount('none'),
  prefix,
  sum,
  thoughtSum: new Int32Array(profile.entryCount + 1),
  text: quarter,
});

/** LlamaIndex.TS: texts joined by a space, rounded once; an entry's tokens are what it adds to the log before it. */
export function joinedEstimator(profile: Profile, prefix: number): Estimator {
  const { first, chars } = memoryMessages(profile);
  const sum = first.map((m) => quarter(intAt(chars, m) + Math.max(0, m - 1)));
  return estimator('joined', profile, prefix, sum);
}

/** LlamaIndex for Python: each text by itself. */
export function singleEstimator(profile: Profile, prefix: number): Estimator {
  const { first, tokens } = memoryMessages(profile);
  const sum = first.map((m) => intAt(tokens, m));
  return estimator('single', profile, prefix, sum);
}
