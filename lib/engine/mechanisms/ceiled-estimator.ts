import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';
import { imageCount, sums, type Estimator } from '@/lib/engine/tokens/estimator';

/** A system's count of a log item by bytes ÷ 4, rounded up. */
interface CeiledRule {
  readonly id: string;
  readonly label: string;
  /** Tokens of the system prompt and tool definitions as it counts them. */
  readonly prefix: number;
  /** Tokens of one piece of inline data; `bytes`: its decoded bytes ÷ 4. */
  readonly image: number | 'bytes';
  /** Tokens that the syntax around a message, a call and a response takes. */
  readonly message: number;
  readonly call: number;
  readonly response: number;
}

/** Prefix sums of a system's own count; `thoughts` are summed where later requests leave them out. */
export function entrySums(
  profile: Profile,
  own: (entry: number, stripped: boolean) => number,
  thoughts: (entry: number) => number,
): Pick<Estimator, 'sum' | 'thoughtSum'> {
  const stripped = profile.head.thoughts === 'stripped';
  return {
    sum: sums(profile, (entry) => own(entry, stripped)),
    thoughtSum: stripped ? sums(profile, thoughts) : new Int32Array(profile.entryCount + 1),
  };
}

/**
 * Counts each part as ⌈bytes / 4⌉ and the syntax around it at a flat number. Names of tools count with
 * their calls and responses; the type of inline data, a few bytes, counts beside its flat cost.
 */
export function ceiledEstimator(profile: Profile, rule: CeiledRule): Estimator {
  const { ceiled, kinds, inlines, responses, calls } = profile.entries;
  const thoughts = (entry: number): number => intAt(kinds.thought, entry);
  const own = (entry: number, stripped: boolean): number => {
    const asked = intAt(calls, entry) * rule.call;
    const answered = intAt(responses, entry) * rule.response;
    const images =
      rule.image === 'bytes' ? intAt(kinds.inline, entry) : rule.image * intAt(inlines, entry);
    const syntax = asked + answered > 0 ? asked + answered : rule.message;
    return intAt(ceiled, entry) - (stripped ? thoughts(entry) : 0) + syntax + images;
  };
  return {
    id: rule.id,
    label: rule.label,
    images: imageCount(rule.image),
    prefix: rule.prefix,
    ...entrySums(profile, own, thoughts),
    text: (bytes) => Math.ceil(bytes / 4) + rule.message,
  };
}

/** The first entry of a user's turn in [from, to); `to` for none. */
export function turnStartIn({ entries }: Profile, from: number, to: number): number {
  let entry = from;
  while (entry < to && (byteAt(entries.flags, entry) & entryFlag.turnStart) === 0) entry++;
  return entry;
}

/** The end of the model's entries of [from, to): where its response ends. */
export function responseEnd(
  { entries, entryCount }: Profile,
  from: number,
  to = entryCount,
): number {
  let entry = from;
  while (entry < to && (byteAt(entries.flags, entry) & entryFlag.user) === 0) entry++;
  return entry;
}

/** The entries of a step's response: the model's behind it, before what the next step's follows. */
export function responseOf(profile: Profile, step: number): readonly [from: number, end: number] {
  const { entries } = profile.steps;
  const from = intAt(entries, step);
  return [from, responseEnd(profile, from, entries[step + 1])];
}
