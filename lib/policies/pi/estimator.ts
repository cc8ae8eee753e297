import { intAt } from '@/lib/engine/base/read';
import { imageCount, type Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { entrySums } from '@/lib/engine/mechanisms/ceiled-estimator';

/** Bytes that pi sends around a summary; it counts the summary alone. */
export const SUMMARY_WRAPPER = 107;

const quarter = (units: number): number => Math.ceil(units / 4);

/** A recorded prefix as pi counts it, all in one; null where the file holds none, as before pi 0.86. */
const ownPrefix = ({ head: { source, prefixLength } }: Profile): number | null =>
  source !== 'pi' || prefixLength === undefined ? null : quarter(prefixLength);

/** pi's estimate: ⌈units ÷ 4⌉ of each message's texts, thinking, calls and results; `image` tokens a picture. */
export function piEstimator(
  profile: Profile,
  prefixTokens: number,
  image: number | 'bytes',
): Estimator {
  const { units, thoughtUnits, kinds, inlines } = profile.entries;
  const own = (entry: number, stripped: boolean): number => {
    const left = intAt(units, entry) - (stripped ? intAt(thoughtUnits, entry) : 0);
    const pictures = image === 'bytes' ? intAt(kinds.inline, entry) : image * intAt(inlines, entry);
    return quarter(left) + pictures;
  };
  return {
    id: `pi:${image}`,
    label: 'chars ÷ 4 rounded up',
    images: imageCount(image),
    prefix: ownPrefix(profile) ?? prefixTokens,
    ...entrySums(profile, own, (entry) => intAt(kinds.thought, entry)),
    text: (bytes) => quarter(Math.max(0, bytes - SUMMARY_WRAPPER)),
  };
}
