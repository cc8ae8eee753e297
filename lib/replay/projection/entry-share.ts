import { floatAt, numberAt, sumBetween } from '@/lib/base/read';
import type { Profile } from '@/lib/tokens/profile';
import { grain } from './grain';
import type { EntrySizes } from './sizing';

type Sized = Pick<EntrySizes, 'sizes' | 'charges'>;

/** An entry's heuristic and real tokens, of its texts and of its images that are charged. */
function entryParts({ sum }: Profile, { sizes, charges }: Sized, entry: number) {
  const real = floatAt(sizes, entry + 1) - floatAt(sizes, entry);
  const text = sumBetween(charges.text, entry, entry + 1);
  const images = sumBetween(sum, entry, entry + 1) - text;
  const charged = numberAt(charges.tokens, entry + 1) - numberAt(charges.tokens, entry);
  // An entry of images alone holds whatever its step could not explain.
  const realImages = images === 0 ? 0 : text === 0 ? real : Math.min(real, charged);
  return { text, images, realText: real - realImages, realImages };
}

/** Real tokens of `tokens` heuristic tokens of an entry's texts; 0 for an entry without texts. */
export function textShare(profile: Profile, sized: Sized, entry: number, tokens: number): number {
  const { text, realText } = entryParts(profile, sized, entry);
  return text > 0 ? grain(realText * (tokens / text)) : 0;
}

/** Real tokens that leave with `tokens` heuristic tokens of an entry: its texts leave before its images. */
export function leavingShare(
  profile: Profile,
  sized: Sized,
  entry: number,
  tokens: number,
): number {
  const { text, images, realImages } = entryParts(profile, sized, entry);
  if (images === 0 || tokens <= text) return textShare(profile, sized, entry, tokens);
  const share = realImages * ((tokens - text) / images);
  return textShare(profile, sized, entry, text) + grain(share);
}
