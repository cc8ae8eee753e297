import type { Profile } from './profile';

/**
 * A way to count a request without the provider, laid over a profile: prefix sums, so that any range
 * of entries costs two reads. Tokens throughout.
 */
export interface Ruler {
  /** Distinct for every way of counting: what a cache goes by. */
  readonly id: string;
  /** In words: "bytes ÷ 4 without tool definitions". */
  readonly label: string;
  /** System prompt and tool definitions. */
  readonly prefix: number;
  /** Prefix sums over entries, one longer than the entries, without stripped thoughts. */
  readonly sum: Int32Array;
  /** Prefix sums of stripped thoughts; all 0 where thoughts are kept. */
  readonly thoughtSum: Int32Array;
  /** Tokens of one entry holding a text of `bytes` that the policy itself adds. */
  readonly text: (bytes: number) => number;
}

/** Bytes ÷ 4, floored: one text of the reference's. */
export const quarterFloor = (bytes: number): number => Math.floor(bytes / 4);

/** The latest reference estimator: everything is counted. */
export function referenceRuler(profile: Profile, prefix: number): Ruler {
  const { sum, thoughtSum } = profile;
  return { id: 'reference', label: 'bytes ÷ 4', prefix, sum, thoughtSum, text: quarterFloor };
}

/** What a variant of the reference's estimator counts. */
export interface RulerVariant {
  readonly system: boolean;
  readonly tools: boolean;
  /** Inline data by its bytes, not at all, or at a flat number of tokens each. */
  readonly inline: 'bytes' | 'none' | number;
  /** Parts genai 1.57 brought: toolCall, toolResponse, partMetadata. */
  readonly other: boolean;
}

/** Everything, as the latest reference counts it. */
export const wholeVariant: RulerVariant = {
  system: true,
  tools: true,
  inline: 'bytes',
  other: true,
};

/** The reference's estimator without some categories, or with images at a flat cost. */
export function variantRuler(profile: Profile, prefix: number, variant: RulerVariant): Ruler {
  const { system, tools, inline, other } = variant;
  const reference = referenceRuler(profile, prefix);
  if (system && tools && inline === 'bytes' && other) return reference;
  const { kinds } = profile.entries;
  const known = { system: profile.head.system ?? 0, tools: profile.head.tools ?? 0 };
  const counted = prefix - (tools ? 0 : known.tools) - (system ? 0 : known.system);
  const left = [
    ...(system ? [] : ['the system prompt']),
    ...(tools ? [] : ['tool definitions']),
    ...(inline === 'none' ? ['inline data'] : []),
    ...(other ? [] : ['newer part kinds']),
  ];
  const flat = typeof inline === 'number' ? `, inline data ${inline} each` : '';
  return {
    ...reference,
    id: `${system ? 's' : ''}${tools ? 't' : ''}${other ? 'o' : ''}:${inline}`,
    label: `bytes ÷ 4${left.length > 0 ? ` without ${left.join(', ')}` : ''}${flat}`,
    prefix: Math.max(0, counted),
    sum: sums(profile, (entry, whole) => {
      const bytes = kinds.inline[entry] as number;
      let tokens = whole - (other ? 0 : (kinds.other[entry] as number));
      if (inline === 'none') tokens -= bytes;
      else if (inline !== 'bytes') {
        tokens += (profile.entries.inlines[entry] as number) * inline - bytes;
      }
      return tokens;
    }),
  };
}

/** Prefix sums of what `count` makes of each entry and of its tokens by the reference. */
export function sums(
  { entryCount, sum }: Profile,
  count: (entry: number, tokens: number) => number,
): Int32Array {
  const out = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const whole = (sum[entry + 1] as number) - (sum[entry] as number);
    out[entry + 1] = (out[entry] as number) + count(entry, whole);
  }
  return out;
}
