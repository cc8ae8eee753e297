import { byteAt, intAt } from '@/lib/base/read';
import { entryFlag } from '@/lib/tokens/entry-table';
import type { Profile } from '@/lib/tokens/profile';
import { imageCount, type Estimator } from '@/lib/tokens/estimator';

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

/**
 * Counts each part as ⌈bytes / 4⌉ and the syntax around it at a flat number. Names of tools count with
 * their calls and responses; the type of inline data, a few bytes, counts beside its flat cost.
 */
export function ceiledEstimator(profile: Profile, rule: CeiledRule): Estimator {
  const { entries, entryCount, head } = profile;
  const { ceiled, kinds, inlines, responses, calls } = entries;
  const stripped = head.thoughts === 'stripped';
  const sum = new Int32Array(entryCount + 1);
  const thoughtSum = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const thoughts = stripped ? intAt(kinds.thought, entry) : 0;
    const asked = intAt(calls, entry) * rule.call;
    const answered = intAt(responses, entry) * rule.response;
    const images =
      rule.image === 'bytes' ? intAt(kinds.inline, entry) : rule.image * intAt(inlines, entry);
    const syntax = asked + answered > 0 ? asked + answered : rule.message;
    const own = intAt(ceiled, entry) - thoughts + syntax + images;
    sum[entry + 1] = intAt(sum, entry) + own;
    thoughtSum[entry + 1] = intAt(thoughtSum, entry) + thoughts;
  }
  return {
    id: rule.id,
    label: rule.label,
    images: imageCount(rule.image),
    prefix: rule.prefix,
    sum,
    thoughtSum,
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
