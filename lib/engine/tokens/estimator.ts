import { formatInteger } from '@/lib/engine/base/format';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import type { Profile } from './profile';

/**
 * An estimator over a profile: counts a request without the provider. Prefix sums, so that any
 * range of entries costs two reads. Tokens throughout.
 */
export interface Estimator {
  /** Unique per way of counting; a cache key. */
  readonly id: string;
  /** Name for readers: "bytes ÷ 4 without tool definitions". */
  readonly label: string;
  /** How an image counts, for readers: "bytes ÷ 4", "1,844 tokens each", "nothing". */
  readonly images: string;
  /** System prompt and tool definitions. */
  readonly prefix: number;
  /** Prefix sums over entries, one longer than the entries, without stripped thoughts. */
  readonly sum: Int32Array;
  /** Prefix sums of stripped thoughts; all 0 where thoughts are kept. */
  readonly thoughtSum: Int32Array;
  /** Tokens of one entry with a text of `bytes` that the policy itself adds. */
  readonly text: (bytes: number) => number;
}

/** Bytes ÷ 4, floored: one text in the reference's estimator. */
export const quarterFloor = (bytes: number): number => Math.floor(bytes / 4);

/** Words for a count of an image. */
export function imageCount(rule: 'bytes' | 'none' | number): string {
  if (rule === 'bytes') return 'bytes ÷ 4';
  return rule === 'none' || rule === 0 ? 'nothing' : `${formatInteger(rule)} tokens each`;
}

/** The latest reference estimator, which counts everything. */
export function referenceEstimator(profile: Profile, prefix: number): Estimator {
  const { sum, thoughtSum } = profile;
  return {
    id: 'reference',
    label: 'bytes ÷ 4',
    images: imageCount('bytes'),
    prefix,
    sum,
    thoughtSum,
    text: quarterFloor,
  };
}

/** Categories that a variant of the reference's estimator counts. */
export interface EstimatorVariant {
  readonly system: boolean;
  readonly tools: boolean;
  /** Inline data: by its bytes, not at all, or a flat number of tokens each. */
  readonly inline: 'bytes' | 'none' | number;
  /** Parts new in genai 1.57: toolCall, toolResponse, partMetadata. */
  readonly other: boolean;
}

/** Counts everything, as the latest reference does. */
export const wholeVariant: EstimatorVariant = {
  system: true,
  tools: true,
  inline: 'bytes',
  other: true,
};

/** The reference's estimator without some categories, or with a flat cost per image. */
export function variantEstimator(
  profile: Profile,
  prefix: number,
  variant: EstimatorVariant,
): Estimator {
  const { system, tools, inline, other } = variant;
  const reference = referenceEstimator(profile, prefix);
  if (system && tools && inline === 'bytes' && other) return reference;
  const { kinds } = profile.entries;
  const known = { system: profile.head.system ?? 0, tools: profile.head.tools ?? 0 };
  const counted = prefix - (tools ? 0 : known.tools) - (system ? 0 : known.system);
  const left = [
    ...(system ? [] : ['the system prompt']),
    ...(tools ? [] : ['tool definitions']),
    ...(other ? [] : ['newer part kinds']),
  ];
  return {
    ...reference,
    id: `${system ? 's' : ''}${tools ? 't' : ''}${other ? 'o' : ''}:${inline}`,
    label: `bytes ÷ 4${left.length > 0 ? ` without ${left.join(', ')}` : ''}`,
    images: imageCount(inline),
    prefix: Math.max(0, counted),
    sum: sums(profile, (entry, whole) => {
      const bytes = intAt(kinds.inline, entry);
      let tokens = whole - (other ? 0 : intAt(kinds.other, entry));
      if (inline === 'none') tokens -= bytes;
      else if (inline !== 'bytes') {
        tokens += intAt(profile.entries.inlines, entry) * inline - bytes;
      }
      return tokens;
    }),
  };
}

/** Prefix sums of `count`, given each entry and its tokens by the reference. */
export function sums(
  { entryCount, sum }: Profile,
  count: (entry: number, tokens: number) => number,
): Int32Array {
  const out = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const whole = sumBetween(sum, entry, entry + 1);
    out[entry + 1] = intAt(out, entry) + count(entry, whole);
  }
  return out;
}
