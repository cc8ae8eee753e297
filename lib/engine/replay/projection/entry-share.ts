import { floatAt, numberAt, sumBetween } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import { grain } from './grain';
import type { EntrySizes } from './sizing';

type Sized = Pick<EntrySizes, 'sizes' | 'charges'>;

/** Tokens of an entry's images, by the reference's estimator. */
const imagesOf = ({ sum }: Profile, { charges }: Sized, entry: number): number =>
  sumBetween(sum, entry, entry + 1) - sumBetween(charges.text, entry, entry + 1);

/** Real tokens of an entry's images. One of images alone holds whatever its step could not explain. */
function realImages({ sizes, charges }: Sized, entry: number): number {
  const real = floatAt(sizes, entry + 1) - floatAt(sizes, entry);
  if (sumBetween(charges.text, entry, entry + 1) === 0) return real;
  return Math.min(real, numberAt(charges.tokens, entry + 1) - numberAt(charges.tokens, entry));
}

/** Real tokens of `tokens` heuristic tokens of an entry's texts; 0 for an entry without texts. */
export function textShare(profile: Profile, sized: Sized, entry: number, tokens: number): number {
  const { sizes, charges } = sized;
  const text = sumBetween(charges.text, entry, entry + 1);
  if (text <= 0) return 0;
  const real = floatAt(sizes, entry + 1) - floatAt(sizes, entry);
  const images = imagesOf(profile, sized, entry) === 0 ? 0 : realImages(sized, entry);
  return grain((real - images) * (tokens / text));
}

/** Real tokens that leave with `tokens` heuristic tokens of an entry: its texts leave before its images. */
export function leavingShare(
  profile: Profile,
  sized: Sized,
  entry: number,
  tokens: number,
): number {
  const text = sumBetween(sized.charges.text, entry, entry + 1);
  const images = imagesOf(profile, sized, entry);
  if (images === 0 || tokens <= text) return textShare(profile, sized, entry, tokens);
  const share = realImages(sized, entry) * ((tokens - text) / images);
  return textShare(profile, sized, entry, text) + grain(share);
}
