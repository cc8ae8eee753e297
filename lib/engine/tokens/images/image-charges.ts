import { numberAt } from '@/lib/engine/base/read';
import { firstAtLeast } from '@/lib/engine/base/search';
import type { MeasuredImage, Profile } from '../profile';
import { imageRule, type ImageRule } from './image-rules';

/** An image, and what its model charges for it; null where no rule is known. */
interface ChargedImage extends MeasuredImage {
  readonly tokens: number | null;
  readonly rule: ImageRule | null;
}

/** The model that an entry was first sent to; null where it is not known. */
export function modelOfEntry({ head, steps, stepCount }: Profile, entry: number): string | null {
  if (stepCount === 0) return null;
  const step = Math.min(firstAtLeast(steps.entries, entry + 1), stepCount - 1);
  return head.models[numberAt(steps.model, step)] ?? null;
}

/** The session's images of known size, in log order. */
export function chargedImages(profile: Profile): readonly ChargedImage[] {
  return profile.head.images.map((image) => {
    const rule = imageRule(modelOfEntry(profile, image.entry));
    return { ...image, rule, tokens: rule?.tokens(image) ?? null };
  });
}

/** Prefix sums over entries, one longer than they are. */
export interface ImageCharges {
  /** Tokens that images are charged. */
  readonly tokens: Float64Array;
  /** The heuristic without these images. */
  readonly text: Int32Array;
  /** Number of inline data parts that are left in it. */
  readonly unknown: Int32Array;
}

/** Splits a session's heuristic into images that their models charge by a known rule, and the rest. */
export function imageCharges(profile: Profile): ImageCharges {
  const { sum, entryCount, entries } = profile;
  const tokens = new Float64Array(entryCount + 1);
  const counted = new Int32Array(entryCount + 1);
  const unknown = new Int32Array(entryCount + 1);
  unknown.set(entries.inlines, 1);
  const charged = chargedImages(profile).filter((image) => image.tokens !== null);
  for (const { entry, heuristic, tokens: own } of charged) {
    tokens[entry + 1] = numberAt(tokens, entry + 1) + (own ?? 0);
    counted[entry + 1] = numberAt(counted, entry + 1) + heuristic;
    unknown[entry + 1] = numberAt(unknown, entry + 1) - 1;
  }
  for (const sums of [tokens, counted, unknown]) addUp(sums);
  const text = charged.length === 0 ? sum : sum.map((all, i) => all - numberAt(counted, i));
  return { tokens, text, unknown };
}

/** Turns values into the sums of all up to each. */
function addUp(values: Int32Array | Float64Array): void {
  for (let i = 1; i < values.length; i++) values[i] = numberAt(values, i) + numberAt(values, i - 1);
}
