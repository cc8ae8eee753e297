import { textHash } from '@/lib/engine/base/text-hash';
import type { EntryRef, EntryStore } from '@/lib/engine/session/draft';
import type { Entry, Part } from '@/lib/engine/session/schema';
import { partSizes } from '@/lib/engine/tokens/contextguard';
import { normalizeUsage, usageRecord } from '@/lib/engine/tokens/usage/normalize-usage';
import type { Message, RecordedCall } from './recorded-call';
import { timeText, type At } from '../loose-json';
import { entryOf } from '../session-facts';

/**
 * Number of messages with which both requests begin. Nearly every request of a log repeats the one
 * before it, and equal texts compare ten times as fast as they are written as JSON and hashed.
 */
export function sharedMessages(one: readonly Message[], other: readonly Message[]): number {
  const most = Math.min(one.length, other.length);
  let shared = 0;
  while (shared < most && isSame(one[shared], other[shared])) shared++;
  return shared;
}

/** True if both are the same JSON text; the host's parser bounds how deep they nest. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other))
    return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  if (keys.length !== others.length) return false;
  return keys.every((key, i) => key === others[i] && isSame(one[key], other[key]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Summaries are among the first messages of a request; later messages are kept as sizes. */
const LIKELY_PLACES = 8;

/** Parts of a message longer than this are kept as sizes. */
const MOST_TEXT = 262_144;

const sized = (part: Part): Part =>
  part.kind === 'sized' ? part : { kind: 'sized', of: part.kind, sizes: partSizes(part) };

/** Facts of a stored message that a chain of requests needs. */
interface StoredMessage {
  readonly role: Entry['role'];
  /** Length of its JSON, to tell which of two is smaller. */
  readonly size: number;
  /** Ids of the calls it makes; null if it makes none. */
  readonly calls: readonly string[] | null;
  /** Ids of the calls it answers; null if it answers none. */
  readonly answers: readonly string[] | null;
}

/**
 * Stores each distinct message once: every request of a log repeats those before it. Messages that
 * differ only in thoughts are equal, since clients send thoughts for a while and then leave them
 * out.
 */
export class MessageTable {
  readonly #known = new Map<number, EntryRef>();
  /** Refs by identity: readers that store a message once hand it over again and again. */
  readonly #taken = new WeakMap<Message, EntryRef>();
  /** Messages of the call before: most requests begin with them. Equal texts compare fast. */
  #before: readonly Message[] = [];
  readonly #messages = new Map<EntryRef, StoredMessage>();
  /** Names of tool calls by their id. */
  readonly #calls = new Map<string, string>();
  /** The parts of messages that may turn out to be summaries; texts only where likely. */
  readonly #parts = new Map<EntryRef, readonly Part[]>();

  constructor(private readonly store: EntryStore) {}

  /** Refs of the non-empty messages of a request, in order. */
  request(messages: readonly Message[], at: At, time: string | null): Int32Array {
    const shared = sharedMessages(messages, this.#before);
    for (const [k, message] of messages.slice(0, shared).entries()) {
      const ref = this.#taken.get(this.#before[k] ?? message);
      if (ref !== undefined) this.#taken.set(message, ref);
    }
    this.#before = messages;
    return this.refs(messages, at, time);
  }

  /** Refs of the non-empty messages, in order. */
  refs(messages: readonly Message[], at: At, time: string | null): Int32Array {
    const refs: number[] = [];
    for (const message of messages) {
      if (message.parts.length === 0) continue;
      refs.push(this.#taken.get(message) ?? this.#ref(message, refs.length, at, time));
    }
    return new Int32Array(refs);
  }

  message(ref: EntryRef): StoredMessage {
    const message = this.#messages.get(ref);
    if (message === undefined) throw new Error(`No message is stored under ${ref}`);
    return message;
  }

  /** Gives a response the name of its call, which a delta does not repeat. */
  #named(parts: readonly Part[]): readonly Part[] {
    let nameless = false;
    for (const part of parts) {
      if (part.kind === 'call' && part.id !== undefined) this.#calls.set(part.id, part.name);
      else if (part.kind === 'response') nameless ||= part.name === part.id;
    }
    if (!nameless) return parts;
    return parts.map((part) => {
      if (part.kind !== 'response' || part.name !== part.id) return part;
      return { ...part, name: this.#calls.get(part.id) ?? part.name };
    });
  }

  /** Parts of a stored message, for the summary of a compaction. */
  readonly partsOf = (ref: EntryRef): readonly Part[] => this.#parts.get(ref) ?? [];

  #ref(message: Message, place: number, at: At, time: string | null): EntryRef {
    const { role, label } = message;
    const parts = this.#named(message.parts);
    const text = JSON.stringify([role, spokenOf(parts)]);
    const key = textHash(text);
    const known = this.#known.get(key);
    const same = known !== undefined && this.message(known).size === text.length;
    const ref = same ? known : this.store.entry(entryOf(role, parts, at, time, label));
    // Without a name of its own a response means another call each time.
    if (parts === message.parts) this.#taken.set(message, ref);
    if (same) return ref;
    this.#known.set(key, ref);
    this.#messages.set(ref, {
      role,
      size: text.length,
      calls: idsOf(parts, 'call'),
      answers: idsOf(parts, 'response'),
    });
    const whole = place < LIKELY_PLACES && text.length <= MOST_TEXT;
    this.#parts.set(ref, whole ? parts : parts.map(sized));
    return ref;
  }
}

/** The parts without thoughts; all of them where nothing else is left. */
function spokenOf(parts: readonly Part[]): readonly Part[] {
  if (!parts.some(({ kind }) => kind === 'thought')) return parts;
  const spoken = parts.filter(({ kind }) => kind !== 'thought');
  return spoken.length > 0 ? spoken : parts;
}

function idsOf(parts: readonly Part[], kind: 'call' | 'response'): readonly string[] | null {
  let ids: string[] | null = null;
  for (const part of parts) if (part.kind === kind) (ids ??= []).push(part.id ?? part.name);
  return ids;
}

/** Characters of messages as JSON: more than the tokens of any text. */
export const sizeOf = (refs: Int32Array, table: MessageTable): number =>
  refs.reduce((sum, ref) => sum + table.message(ref).size, 0);

/** A call as kept until the sessions are built: numbers and refs. */
export type KeptCall = ReturnType<typeof keepCall>;

/** Hashes by identity: most calls of a log share one list of tools and one system prompt. */
const hashes = new WeakMap<object, number>();

function hashOf(value: object | null): number {
  if (value === null) return 0;
  const known = hashes.get(value);
  if (known !== undefined) return known;
  const hash = textHash(JSON.stringify(value));
  hashes.set(value, hash);
  return hash;
}

/** Stores a call's messages and usage record, and keeps the rest as numbers. */
export function keepCall(
  call: RecordedCall,
  order: number,
  store: EntryStore,
  table: MessageTable,
) {
  const usage = normalizeUsage(call.usage, call.family);
  const record = usageRecord(call.usage);
  const text = timeText(call.time);
  const rejected = call.rejected ?? null;
  const bare = call.system === null && call.tools === null;
  return {
    order,
    at: call.at,
    time: call.time,
    timeText: text,
    conversation: call.conversation,
    lane: call.lane,
    parentLane: call.parentLane ?? null,
    name: call.name ?? null,
    agent: call.agent ?? null,
    /** Hash of system prompt and tools; 0 if the log holds neither. */
    prefix: bare ? 0 : textHash(`${hashOf(call.system)} ${hashOf(call.tools)}`),
    /** Hash of the tools alone; 0 without any. */
    tools: (call.tools ?? []).length === 0 ? 0 : hashOf(call.tools),
    carries: call.carries,
    id: call.id ?? null,
    previous: call.previous ?? null,
    refs: table.request(call.messages, call.at, text),
    output: table.refs(call.output, call.at, text),
    flags: usage.flags,
    model: call.model,
    limit: call.limit ?? null,
    compaction: call.compaction ?? null,
    failedCompactions: call.failedCompactions ?? [],
    notices: call.notices ?? [],
    step: {
      real: rejected === null ? usage.real : rejected.real,
      rejected: rejected !== null,
      limit: rejected?.limit ?? null,
      reserved: rejected?.reserved ?? null,
      over: rejected?.over ?? null,
      usageRef: record === null ? -1 : store.usage(record),
      model: call.model,
      time: text,
      lengthStop: call.lengthStop ?? false,
      ...(call.asked !== undefined && { asked: call.asked }),
      ...usage.counts,
      ...(usage.counted !== undefined && { counted: usage.counted }),
    },
  };
}
