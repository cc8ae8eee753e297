import type { Part } from '@/lib/engine/session/schema';
import { readAnyMessages } from '../mechanisms/messages/any-messages';
import { callPart, readBlocks, responseParts } from '../mechanisms/messages/blocks';
import { decoded } from '../mechanisms/messages/json-text';
import type { CallNames, Turn } from '../mechanisms/messages/turns';
import { roleOf, type MappedRole } from './mapping';
import type { RecordFields } from './record-fields';

/** A record read as one message of a log. */
export interface MessageRecord {
  readonly role: MappedRole;
  readonly turns: readonly Turn[];
}

/** Reason of a record that the mapping itself leaves out, so that nothing is lost with it. */
export const LEFT_OUT = 'left out by the mapping';

/** Reads a record as a message; else the receipt's reason for dropping it. */
export function readMessageRecord(record: RecordFields, names: CallNames): MessageRecord | string {
  const whole = wholeMessage(record, names);
  const role = mappedRole(record) ?? whole?.role ?? null;
  if (role === 'unknown') return 'the mapping has no meaning for its role';
  if (role === null) return 'neither a role nor a message under the mapped paths';
  if (role === 'skip') return LEFT_OUT;
  if (role === 'usage') return { role, turns: [] };
  const ownParts = (): readonly Part[] => [
    ...(whole?.parts ?? []),
    ...record.all('text').flatMap(({ value }) => partsOf(value, names)),
    ...callParts(record, names),
  ];
  const parts = role === 'tool' ? toolParts(record, whole, names) : ownParts();
  const error = role === 'model' && record.error() !== null;
  if (parts.length === 0 && !error) return 'no content under the mapped paths';
  const side = role === 'model' ? 'model' : 'user';
  const turn =
    role === 'system'
      ? ({ role: side, parts, system: true } as const)
      : ({ role: side, parts } as const);
  return { role, turns: parts.length === 0 ? [] : [turn] };
}

/** The role by its field, or by its other fields; null if none shows it. */
function mappedRole(record: RecordFields): MappedRole | 'unknown' | null {
  const word = record.name('role');
  if (word !== null) return roleOf(record.plan.mapping, word) ?? 'unknown';
  if (record.one('toolResult') !== undefined) return 'tool';
  return record.one('toolName') !== undefined ? 'model' : null;
}

/** A message of a known shape: its role and its parts. */
function wholeMessage(
  record: RecordFields,
  names: CallNames,
): { readonly role: MappedRole; readonly parts: readonly Part[] } | null {
  const value = record.one('message');
  if (value === undefined) return null;
  const read = readAnyMessages(value, 'user', names);
  if (read === null) return null;
  if (read.messages.length === 0) return { role: 'system', parts: read.system ?? [] };
  const parts = read.messages.flatMap((message) => message.parts);
  const [message] = read.messages;
  const result = parts.every(({ kind }) => kind === 'response');
  return { role: message?.role === 'model' ? 'model' : result ? 'tool' : 'user', parts };
}

type Whole = ReturnType<typeof wholeMessage>;

/** Parts of a text, of content blocks, or of a message inside the field. */
function partsOf(value: unknown, names: CallNames): readonly Part[] {
  if (typeof value === 'number' || typeof value === 'boolean') {
    return [{ kind: 'text', text: String(value) }];
  }
  const parts = readBlocks(value, names);
  if (parts.some(({ kind }) => kind !== 'other')) return parts;
  const inner = readAnyMessages(value, 'user', names)?.messages.flatMap((message) => message.parts);
  return inner !== undefined && inner.length > 0 ? inner : parts;
}

/** Calls: a name each, with the arguments and the id at the same position. */
function callParts(record: RecordFields, names: CallNames): readonly Part[] {
  const args = record.all('toolArgs');
  const ids = record.all('toolId');
  const beside = (list: typeof args, bound: readonly string[]): unknown =>
    list.find((item) => item.bound.join('\n') === bound.join('\n'))?.value;
  return record.all('toolName').flatMap(({ value, bound }): Part[] => {
    if (typeof value !== 'string' || value === '') return [];
    const id = idOf(beside(ids, bound));
    return [callPart({ id, name: value, args: beside(args, bound) }, names)];
  });
}

/** The result of a tool: its own field, else the text. */
function toolParts(record: RecordFields, whole: Whole, names: CallNames): readonly Part[] {
  const results = record.all('toolResult').filter(({ value }) => value !== null);
  const ids = record.all('toolId');
  const name = record.name('toolName');
  if (results.length > 0) {
    return results.flatMap(({ value }, i) => {
      const id = idOf(ids[i]?.value);
      return responseParts({ id, name, content: decoded(value) }, names);
    });
  }
  if (whole?.parts.some(({ kind }) => kind === 'response')) return whole.parts;
  const found = record.all('text').filter(({ value }) => value !== null);
  const [only] = found;
  if (only === undefined) return whole?.parts ?? [];
  const blocks = readBlocks(only.value, names);
  if (blocks.some(({ kind }) => kind === 'response')) return blocks;
  const content = found.length === 1 ? only.value : found.map(({ value }) => value);
  return responseParts({ id: idOf(ids[0]?.value), name, content }, names);
}

function idOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value.slice(0, 500);
  return typeof value === 'number' ? String(value) : null;
}
