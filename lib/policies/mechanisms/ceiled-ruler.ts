import { entryFlag } from '@/lib/tokens/entry-table';
import type { Profile } from '@/lib/tokens/profile';
import type { Ruler } from '@/lib/tokens/ruler';

/** How a system counts an item of its log by bytes ÷ 4, rounded up. */
export interface CeiledRule {
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
export function ceiledRuler(profile: Profile, rule: CeiledRule): Ruler {
  const { entries, entryCount, head } = profile;
  const { ceiled, kinds, inlines, responses, calls } = entries;
  const stripped = head.thoughts === 'stripped';
  const sum = new Int32Array(entryCount + 1);
  const thoughtSum = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const thoughts = stripped ? (kinds.thought[entry] as number) : 0;
    const asked = (calls[entry] as number) * rule.call;
    const answered = (responses[entry] as number) * rule.response;
    const images =
      rule.image === 'bytes'
        ? (kinds.inline[entry] as number)
        : rule.image * (inlines[entry] as number);
    const syntax = asked + answered > 0 ? asked + answered : rule.message;
    const own = (ceiled[entry] as number) - thoughts + syntax + images;
    sum[entry + 1] = (sum[entry] as number) + own;
    thoughtSum[entry + 1] = (thoughtSum[entry] as number) + thoughts;
  }
  return {
    id: rule.id,
    label: rule.label,
    prefix: rule.prefix,
    sum,
    thoughtSum,
    text: (bytes) => Math.ceil(bytes / 4) + rule.message,
  };
}

/** Tokens of one entry by a ruler, stripped thoughts included. */
export function entryCost({ sum, thoughtSum }: Ruler, entry: number): number {
  return (
    (sum[entry + 1] as number) -
    (sum[entry] as number) +
    (thoughtSum[entry + 1] as number) -
    (thoughtSum[entry] as number)
  );
}

/** The first entry of a user's turn in [from, to); `to` where there is none. */
export function turnStartIn({ entries }: Profile, from: number, to: number): number {
  let entry = from;
  while (entry < to && ((entries.flags[entry] as number) & entryFlag.turnStart) === 0) entry++;
  return entry;
}

/** The end of the model's entries that begin at `from`: where its response ends. */
export function responseEnd({ entries, entryCount }: Profile, from: number): number {
  let entry = from;
  while (entry < entryCount && ((entries.flags[entry] as number) & entryFlag.user) === 0) entry++;
  return entry;
}
