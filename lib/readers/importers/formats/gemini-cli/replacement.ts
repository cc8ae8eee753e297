import type { Part } from '@/lib/engine/session/schema';
import { rangesOf } from '../../mechanisms/item-index';
import { fieldsOf } from '../../mechanisms/loose-json';
import { digestOf, readMessage, textIn, type ChatMessage } from './message';

/** A message of the context and the positions of its entries in the log. */
export interface Logged {
  /** Position of its own content; −1 without one, or if it came with a compression. */
  readonly own: number;
  /** Results of its calls by call id. */
  readonly results: Map<string, { readonly position: number; digest: string }>;
  /** Content key; a copy may have another id. */
  readonly key: string;
}

/** Changes that a new list of messages makes to the recorded ones. */
interface Replacement {
  /** True if messages are missing: the context was compressed. */
  readonly dropped: boolean;
  readonly kept: readonly (readonly [number, number])[];
  /** Masked results. */
  readonly elided: readonly number[];
  /** Parts that replaced the missing messages. */
  readonly summary: readonly Part[];
  /** Messages that the log lacks. */
  readonly added: readonly ChatMessage[];
  /** Ids still in the context. */
  readonly present: ReadonlySet<string>;
}

/** Key by which copies of a message are recognised. */
export const keyOf = ({ type, parts, calls }: ChatMessage): string =>
  `${type}\n${textIn(parts)}\n${calls.map(({ id }) => id).join(' ')}`;

/** Compares a new list of messages with the context so far. */
export function replacementOf(
  messages: readonly unknown[],
  context: ReadonlyMap<string, Logged>,
): Replacement {
  const present = new Set<string>();
  const added: ChatMessage[] = [];
  const masked = new Map<number, readonly Part[]>();
  const copies = new Map([...context].map(([id, { key }]) => [key, id]));
  const answered = new Set([...context.values()].flatMap(({ results }) => [...results.keys()]));
  for (const value of messages) {
    const fields = fieldsOf(value);
    if (fields === null) continue;
    const message = readMessage(fields);
    const id = message.id !== null && context.has(message.id) ? message.id : null;
    const known = id ?? copies.get(keyOf(message));
    if (known === undefined) {
      if (!repeatsResults(message, answered)) added.push(message);
      continue;
    }
    present.add(known);
    const logged = context.get(known);
    if (logged) for (const [at, parts] of maskedResults(message, logged)) masked.set(at, parts);
  }
  const dropped = [...context.keys()].some((id) => !present.has(id));
  return { ...outcome(context, present, masked, added), dropped, added, present };
}

function outcome(
  context: ReadonlyMap<string, Logged>,
  present: ReadonlySet<string>,
  masked: ReadonlyMap<number, readonly Part[]>,
  added: readonly ChatMessage[],
): Pick<Replacement, 'kept' | 'elided' | 'summary'> {
  const stays = [...present].flatMap((id) => {
    const logged = context.get(id);
    return logged ? [logged.own, ...[...logged.results.values()].map((r) => r.position)] : [];
  });
  const summary = [
    ...added.flatMap(({ parts, calls }) => [...parts, ...calls.map(({ call }) => call)]),
    ...[...masked.values()].flat(),
  ];
  return {
    kept: rangesOf(stays.filter((at) => at >= 0 && !masked.has(at))),
    elided: [...masked.keys()].sort((a, b) => a - b),
    summary,
  };
}

/**
 * True for a repeated result: histories hold results as separate messages; the chat has them with
 * their calls.
 */
const repeatsResults = ({ parts }: ChatMessage, answered: ReadonlySet<string>): boolean =>
  parts.length > 0 &&
  parts.every((part) => part.kind === 'response' && answered.has(part.id ?? ''));

/** Results whose content changed since they were recorded. */
function maskedResults(message: ChatMessage, logged: Logged): [number, readonly Part[]][] {
  return message.calls.flatMap(({ id, result }): [number, readonly Part[]][] => {
    const before = logged.results.get(id);
    const digest = digestOf(result);
    if (before === undefined || result.length === 0 || before.digest === digest) return [];
    before.digest = digest;
    return [[before.position, result]];
  });
}
