/** The user's messages that a compaction keeps: all of them, or the oldest and the newest of them. */

/** A user's message, or what is left of one. */
export interface UserMessage {
  readonly entry: number;
  /** That entry alone: made once, for many compactions keep it. */
  readonly range: readonly [number, number];
  /** Tokens of its text by Kimi's estimate, and by the reference's. */
  readonly text: number;
  readonly reference: number;
  /** Tokens of its pictures, which a message that is cut loses. */
  readonly media: number;
}

/** What stays, in order; `omitted` tokens between head and tail are dropped. */
interface KeptMessages {
  readonly head: readonly UserMessage[];
  readonly tail: readonly UserMessage[];
  /** −1 where nothing is. */
  readonly omitted: number;
}

/** Most tokens of the oldest messages. */
const HEAD = 2_000;
/** The role counts with each message. */
const ROLE = 1;

/** Tokens of a message. */
export const tokensOf = ({ text, media }: UserMessage): number => ROLE + text + media;

/** Tokens of messages. */
export function totalOf(messages: readonly UserMessage[]): number {
  let total = 0;
  for (const one of messages) total += tokensOf(one);
  return total;
}

/** A message's text cut to so many tokens, which are whole then. */
function cutTo(message: UserMessage, tokens: number): UserMessage {
  const text = Math.min(message.text, tokens);
  const reference = text === message.text ? message.reference : Math.min(message.reference, text);
  return { entry: message.entry, range: message.range, text, reference, media: 0 };
}

/** What stays of the user's messages where `most` tokens of them may. */
export function keptOf(messages: readonly UserMessage[], most: number): KeptMessages {
  const total = totalOf(messages);
  if (total <= most) return { head: [], tail: messages, omitted: -1 };
  const headMost = Math.min(HEAD, most);
  const { tail, before, rest } = newest(messages, most - headMost);
  const candidates = messages.slice(0, before);
  const head = oldest(rest === null ? candidates : [...candidates, rest], headMost);
  return { head, tail, omitted: Math.max(0, total - totalOf(head) - totalOf(tail)) };
}

/** The newest messages that fit; the first that does not is cut at its beginning, which is `rest`. */
function newest(messages: readonly UserMessage[], most: number) {
  const tail: UserMessage[] = [];
  let left = most;
  let before = messages.length;
  let rest: UserMessage | null = null;
  for (let i = messages.length - 1; i >= 0 && left > 0; i--) {
    const message = messages[i] as UserMessage;
    before = i;
    const tokens = tokensOf(message);
    const kept = tokens <= left ? message : cutTo(message, left);
    tail.push(kept);
    if (kept === message) {
      left -= tokens;
      continue;
    }
    const text = message.text - kept.text;
    const reference = message.reference - kept.reference;
    const { entry, range } = message;
    if (text > 0) rest = { entry, range, text, reference, media: 0 };
    break;
  }
  return { tail: tail.reverse(), before, rest };
}

/** The oldest messages that fit; the first that does not is cut at its end. */
function oldest(messages: readonly UserMessage[], most: number): readonly UserMessage[] {
  const head: UserMessage[] = [];
  let left = most;
  for (const message of messages) {
    if (left <= 0) break;
    const tokens = tokensOf(message);
    if (tokens > left) {
      head.push(cutTo(message, left));
      break;
    }
    head.push(message);
    left -= tokens;
  }
  return head;
}
