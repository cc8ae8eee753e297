import type { Part } from '@/lib/session/schema';
import { rangesOf } from '../codex/item-index';
import { fieldsOf } from '../loose-json';
import { digestOf, readMessage, textIn, type ChatMessage } from './message';

/** A message of the context: where its entries stand in the log. */
export interface Logged {
  /** Position of its own content; −1 where it has none, or where it came with a compression. */
  readonly own: number;
  /** Results of its calls by call id. */
  readonly results: Map<string, { readonly position: number; digest: string }>;
  /** What it says; a copy may come under another id. */
  readonly key: string;
}

/** What a list of messages that replaces the recorded ones changes. */
export interface Replacement {
  /** Messages are gone: the context was compressed. */
  readonly dropped: boolean;
  readonly kept: readonly (readonly [number, number])[];
  /** Results that were masked. */
  readonly elided: readonly number[];
  /** What replaced the messages that are gone. */
  readonly summary: readonly Part[];
  /** Messages that the log does not hold. */
  readonly added: readonly ChatMessage[];
  /** Ids that are still in the context. */
  readonly present: ReadonlySet<string>;
}

/** What tells a copy of a message. */
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

/** Histories hold the results as messages of their own; the chat has them with their calls. */
const repeatsResults = ({ parts }: ChatMessage, answered: ReadonlySet<string>): boolean =>
  parts.length > 0 &&
  parts.every((part) => part.kind === 'response' && answered.has(part.id ?? ''));

/** Results that are recorded otherwise than they were. */
function maskedResults(message: ChatMessage, logged: Logged): [number, readonly Part[]][] {
  return message.calls.flatMap(({ id, result }): [number, readonly Part[]][] => {
    const before = logged.results.get(id);
    const digest = digestOf(result);
    if (before === undefined || result.length === 0 || before.digest === digest) return [];
    before.digest = digest;
    return [[before.position, result]];
  });
}
