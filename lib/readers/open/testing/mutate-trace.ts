import type { Json } from '@/lib/engine/session/schema';

/** Ways to damage a trace: its bytes, its lines, its values. */
export const mutationKinds = [
  ...['cut', 'hole', 'flip', 'insert'],
  ...['join', 'split', 'move', 'repeat', 'drop'],
  ...['replace', 'swap', 'exchange', 'remove', 'nest', 'rename', 'multiply'],
] as const;

/** One damage; the numbers choose place and value, modulo the choices. */
export interface Mutation {
  readonly kind: string;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** Unexpected values. */
const hostileValues: readonly Json[] = [
  ...[null, true, false, '', ' ', 'null', '\ud800', '\u0000', '__proto__', '💥'.repeat(40)],
  ...[0, -1, 0.5, -0, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 31), 1_700_000_000_000],
  ...['1970-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '2026-99-99T99:99:99Z', '1e999', '-5'],
  ...[[], {}, [[]], [null], [{}], { type: null }, { text: 7 }, { role: [], content: {} }],
  ...['user', 'assistant', 'model', 'system', 'tool', 'text', 'tool_use', 'thinking'],
  ...[{ toString: 1, constructor: 2, hasOwnProperty: null }, '[{"role":"user"}]', '{"a":{"b":[1'],
];

/** Keys inherited by JavaScript objects, and keys shared by formats. */
const hostileKeys: readonly string[] = [
  ...['__proto__', 'constructor', 'toString', 'length', 'then', '', '0', 'type', 'role', 'id'],
  ...['content', 'parts', 'usage', 'message', 'messages', 'sessionId', 'timestamp', 'parentUuid'],
];

const hostileBytes: readonly (string | readonly number[])[] = [
  ...['\n', '\r\n', '\u2028', '{', '}', '[', ']', '"', '\\', ',', ':', '\\u0000', '{}', 'null'],
  ...[[0], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80], [0xef, 0xbb, 0xbf]],
  ...['[{"a":', 'data: ', '1e999', '//', "'"],
];

/** A damaged copy, deterministic per damage. */
export function mutateTrace(trace: Buffer, input: 'json' | 'jsonl', mutation: Mutation): Buffer {
  const { kind, a, b } = mutation;
  const size = trace.length + 1;
  switch (kind) {
    case 'cut':
      return Buffer.from(trace.subarray(0, a % size));
    case 'hole':
      return Buffer.concat([trace.subarray(0, a % size), trace.subarray((a % size) + (b % 200))]);
    case 'flip':
      return flipped(trace, mutation);
    case 'insert': {
      const bytes = hostileBytes[b % hostileBytes.length] ?? [];
      const piece = typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from([...bytes]);
      return Buffer.concat([trace.subarray(0, a % size), piece, trace.subarray(a % size)]);
    }
    case 'join':
    case 'split':
    case 'move':
    case 'repeat':
    case 'drop':
      return Buffer.from(changedLines(trace.toString('utf8').split('\n'), mutation).join('\n'));
    default:
      return withValues(trace, input, mutation);
  }
}

/** Flips up to eight bits. */
function flipped(trace: Buffer, { a, b, c }: Mutation): Buffer {
  const copy = Buffer.from(trace);
  for (let i = 0; i <= c % 8 && copy.length > 0; i++) {
    const at = (a + i * b) % copy.length;
    copy[at] = (copy[at] ?? 0) ^ (1 << ((c + i) % 8));
  }
  return copy;
}

function changedLines(lines: string[], { kind, a, b, c }: Mutation): readonly string[] {
  const at = a % lines.length;
  const line = lines[at] ?? '';
  switch (kind) {
    case 'join':
      return [...lines.slice(0, at), line + (lines[at + 1] ?? ''), ...lines.slice(at + 2)];
    case 'split': {
      const middle = b % (line.length + 1);
      return lines.toSpliced(at, 1, line.slice(0, middle), line.slice(middle));
    }
    case 'move':
      return lines.toSpliced(at, 1).toSpliced(b % lines.length, 0, line);
    case 'repeat':
      return lines.toSpliced(b % lines.length, 0, ...Array<string>(1 + (c % 3)).fill(line));
    default:
      return lines.toSpliced(at, 1 + (b % 3));
  }
}

/** A value's place. */
interface Slot {
  readonly holder: Record<string, Json>;
  readonly key: string;
}

/** Damages values; leaves a trace unchanged that is no longer JSON. */
function withValues(trace: Buffer, input: 'json' | 'jsonl', mutation: Mutation): Buffer {
  const text = trace.toString('utf8');
  const texts = input === 'json' ? [text] : text.split('\n').filter((line) => line.trim() !== '');
  const records: Json[] = [];
  for (const line of texts) {
    try {
      records.push(JSON.parse(line) as Json);
    } catch {
      return trace;
    }
  }
  const slots: Slot[] = [];
  gather(records as unknown as Record<string, Json>, slots);
  if (slots.length === 0) return trace;
  change(slots, mutation);
  return Buffer.from(records.map((record) => JSON.stringify(record)).join('\n'));
}

function gather(holder: Record<string, Json>, slots: Slot[]): void {
  for (const key of Object.keys(holder)) {
    slots.push({ holder, key });
    const value = holder[key];
    if (typeof value === 'object' && value !== null) {
      gather(value as unknown as Record<string, Json>, slots);
    }
  }
}

const valueAt = ({ holder, key }: Slot): Json => holder[key] ?? null;

/** Sets an own field, even `__proto__`. */
const put = ({ holder, key }: Slot, value: Json): void => {
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
};

const copyOf = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;

function change(slots: readonly Slot[], { kind, a, b, c }: Mutation): void {
  const slot = slots[a % slots.length];
  if (slot === undefined) return;
  const value = valueAt(slot);
  if (kind === 'replace') put(slot, hostileValues[b % hostileValues.length] ?? null);
  else if (kind === 'swap') swap(slot, slots[b % slots.length] ?? slot);
  else if (kind === 'exchange') {
    // The same field of another record: ids, times and counts of the wrong record.
    const alike = slots.filter(({ key }) => key === slot.key);
    swap(slot, alike[b % alike.length] ?? slot);
  } else if (kind === 'remove') {
    if (Array.isArray(slot.holder)) slot.holder.splice(Number(slot.key), 1);
    else Reflect.deleteProperty(slot.holder, slot.key);
  } else if (kind === 'nest') put(slot, nested(value, 1 + (b % 260), c % 2 === 0));
  else if (kind === 'rename') {
    if (Array.isArray(slot.holder)) return;
    Reflect.deleteProperty(slot.holder, slot.key);
    put({ holder: slot.holder, key: hostileKeys[b % hostileKeys.length] ?? '' }, value);
  } else if (Array.isArray(value)) {
    const items = Array.from({ length: 1 + (b % 4) }, () => copyOf(value) as Json[]).flat();
    put(slot, c % 2 === 0 ? items : items.reverse());
  } else put(slot, [value, copyOf(value)]);
}

/** Swaps two values; copies, because one may contain the other and text cannot express a cycle. */
function swap(one: Slot, other: Slot): void {
  const [first, second] = [copyOf(valueAt(one)), copyOf(valueAt(other))];
  put(one, second);
  put(other, first);
}

function nested(value: Json, levels: number, list: boolean): Json {
  let inner = value;
  for (let level = 0; level < levels; level++) inner = list ? [inner] : { content: inner };
  return inner;
}
