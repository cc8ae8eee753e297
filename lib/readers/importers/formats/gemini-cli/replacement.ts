import type { Part } from '@/lib/engine/session/schema';
import { rangesOf } from '../../mechanisms/item-index';
import { fieldsOf } from '../../mechanisms/loose-json';
import { digestOf, readMessage, textIn, type ChatMessage } from './message';

/** A message of the context and the positions of its entries in the log. */
export interface Logged {
  /** Position of its own content; −1 without one, or if it came with a compression. */
  readonly own: number;
  /** Results of its calls by call id; two of one call where a resume sends it twice. */
  readonly results: Map<string, Result[]>;
  /** Content key; a copy may have another id. */
  readonly key: string;
}

/** Changes that a new list of messages makes to the recorded ones. */
export interface Replacement {
  /** True if messages are missing: the context was compressed. */
  readonly dropped: boolean;
  readonly kept: readonly (readonly [number, number])[];
  /** Masked results. */
  readonly elided: readonly number[];
  /** Parts that replaced the missing messages. */
  readonly summary: readonly Part[];
  /** Messages that the log lacks. */
  readonly added: readonly ChatMessage[];
  /** The messages still in the context, by the ids that they had: the ids that they have in the list. */
  readonly present: ReadonlyMap<string, string>;
  /** Results that the list holds once more than the log. */
  readonly doubled: readonly { readonly id: string; readonly part: Part }[];
}

/**
 * Key by which copies of a message are recognised: its texts, its calls and what it answers. A copy may
 * have another id, and hold its calls as parts of its content, without ids; the chat itself leaves
 * characters without a width out, such as the joiners of emoji.
 */
export function keyOf({ type, parts, calls }: ChatMessage): string {
  const made = [...parts, ...calls.map(({ call }) => call)].flatMap((part) =>
    part.kind === 'call' ? [`${part.name} ${JSON.stringify(part.args)}`] : [],
  );
  const answered = parts.flatMap((part) => (part.kind === 'response' ? [part.id ?? ''] : []));
  const text = textIn(parts)
    .replace(/\p{Cf}/gu, '')
    .trim();
  return [type, text, made.join(' '), answered.join(' ')].join('\n');
}

/** True for a message that holds nothing but results of calls. */
export const isResults = ({ parts }: ChatMessage): boolean =>
  parts.length > 0 && parts.every(({ kind }) => kind === 'response');

/** Where the result of a call stands, and its content. */
type Result = { readonly position: number; digest: string };

/**
 * Compares a new list of messages with the context so far, the newest message first: where two say the
 * same, the list has the later one. `unsent` are calls whose results come in a message behind the list.
 */
export function replacementOf(
  messages: readonly unknown[],
  context: ReadonlyMap<string, Logged>,
  unsent: ReadonlySet<string> = new Set(),
): Replacement {
  const present = new Map<string, string>();
  const added: ChatMessage[] = [];
  const stays = new Set<number>();
  const masked = new Map<number, readonly Part[]>();
  const copies = new Map<string, string[]>();
  for (const [id, { key }] of context) copies.set(key, [...(copies.get(key) ?? []), id]);
  const results = new Map([...context.values()].flatMap((logged) => [...logged.results]));
  const doubled: { id: string; part: Part }[] = [];
  const times = new Map<string, number>();
  const stands = (before: Result, parts: readonly Part[]): void => {
    if (isMasked(before, parts)) masked.set(before.position, parts);
    else stays.add(before.position);
  };
  /** A message of its own answers a call: the list may hold as many of a call as the log has. */
  const answers = (part: Part): boolean => {
    const id = idOf(part);
    const logged = results.get(id);
    if (logged === undefined) return false;
    const again = times.get(id) ?? 0;
    times.set(id, again + 1);
    const before = logged[logged.length - 1 - again];
    if (before === undefined) doubled.unshift({ id, part });
    else stands(before, [part]);
    return true;
  };
  for (const value of messages.toReversed()) {
    const fields = fieldsOf(value);
    if (fields === null) continue;
    const message = readMessage(fields);
    // Histories hold results as messages of their own; the chat has them with their calls.
    if (isResults(message) && message.parts.every(answers)) continue;
    const same = message.id !== null && context.has(message.id) ? message.id : null;
    const known = same ?? copies.get(keyOf(message))?.findLast((id) => !present.has(id));
    if (known === undefined) {
      added.unshift(message);
      continue;
    }
    present.set(known, message.id ?? known);
    const own = context.get(known)?.own ?? -1;
    if (own >= 0) stays.add(own);
    for (const { id, result } of message.calls) {
      const before = results.get(id)?.[0];
      if (before !== undefined && result.length > 0) stands(before, result);
    }
  }
  const last = [...context].at(-1);
  if (last !== undefined && present.has(last[0])) {
    for (const [id, all] of last[1].results)
      if (unsent.has(id)) for (const { position } of all) stays.add(position);
  }
  const summary = [
    ...added.flatMap(({ parts, calls }) => [...parts, ...calls.map(({ call }) => call)]),
    ...[...masked].sort(([a], [b]) => a - b).flatMap(([, parts]) => parts),
  ];
  return {
    dropped: [...context.keys()].some((id) => !present.has(id)),
    kept: rangesOf([...stays].filter((at) => !masked.has(at))),
    elided: [...masked.keys()].sort((a, b) => a - b),
    summary,
    added,
    present,
    doubled,
  };
}

const idOf = (part: Part): string => (part.kind === 'response' ? (part.id ?? '') : '');

/** True for a result whose content is another one than was recorded; it is the recorded one from now on. */
function isMasked(before: Result, parts: readonly Part[]): boolean {
  const digest = digestOf(parts);
  if (before.digest === digest) return false;
  before.digest = digest;
  return true;
}
