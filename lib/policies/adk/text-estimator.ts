import { intAt } from '@/lib/engine/base/read';
import {
  imageCount,
  quarterFloor,
  sums,
  variantEstimator,
  type Estimator,
} from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';

/** ADK's estimate in Python and Java: chars ÷ 4 of the texts alone, thoughts with them. */
export function textEstimator(profile: Profile): Estimator {
  const { text, thought } = profile.entries.kinds;
  const stripped = profile.head.thoughts === 'stripped';
  return {
    id: 'adk-text',
    label: 'chars ÷ 4 of texts',
    images: imageCount('none'),
    prefix: 0,
    sum: sums(profile, (entry) => intAt(text, entry) + (stripped ? 0 : intAt(thought, entry))),
    thoughtSum: profile.thoughtSum,
    text: quarterFloor,
  };
}

/** ADK's estimate in Go: chars ÷ 4 of texts, calls and responses; images and other data weigh nothing. */
export const contentEstimator = (profile: Profile): Estimator => ({
  ...variantEstimator(profile, 0, { system: false, tools: false, inline: 'none', other: false }),
  label: 'chars ÷ 4 of texts, calls and responses',
});
