/**
 * Real tokens of each entry of a recording, so that requests that were never sent can be sized.
 * DESIGN §2 "Projection of real tokens" gives the rules; sizes are multiples of 2^-20, so that
 * their sums are exact and a replay that never diverges gives back every recorded number.
 */
import type { Profile } from '@/lib/engine/tokens/profile';
import { Sizing, type EntrySizes } from './sizing';
import { sizeViews, type SizedView } from './sized-views';

/** Real sizes of a session: its entries, what is hidden, and the views of its own compactions. */
export interface Projection extends EntrySizes {
  readonly views: readonly SizedView[];
}

/** Sizes every entry of a recording. `prefixTokens` is the heuristic of the known prefix. */
export function projectReal(profile: Profile, prefixTokens: number): Projection {
  const sizes = new Sizing(profile, prefixTokens).finish();
  return { ...sizes, views: sizeViews(profile, sizes) };
}
