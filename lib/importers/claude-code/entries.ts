import { parseTime } from '@/lib/base/iso-time';
import type { EntryStore } from '@/lib/session/draft';
import type { Entry, Part } from '@/lib/session/schema';
import { textOf, type Fields } from '../loose-json';
import type { ToolCalls } from './calls';
import { ContentReader } from './contents';
import type { LogGraph } from './graph';
import type { Lanes } from './lanes';

/** Where a line stands: its lane, its links and its line number. */
export interface Place {
  readonly lane: number;
  readonly uuid: string | null;
  readonly parentId: string | null;
  readonly at: number;
  readonly time: string | null;
}

/** A result read before its call; waits for the tool's name. */
interface HeldResult {
  readonly node: number;
  readonly call: string;
  readonly content: unknown;
  readonly place: Place;
}

/** Results that wait at once; the call stands a few lines below. */
const MOST_HELD = 32;

/** Turns lines into entries and stores them at once; only results wait, for their tool's name. */
export class EntryWriter {
  readonly #held: HeldResult[] = [];

  constructor(
    private readonly destination: EntryStore,
    private readonly graph: LogGraph,
    private readonly calls: ToolCalls,
    private readonly lanes: Lanes,
  ) {}

  /** Reads a message's content; what had to be left out becomes a notice of the lane. */
  read(content: unknown, { lane, at }: Place): ContentReader {
    const read = new ContentReader(this.calls.name).read(content);
    if (read.refused > 0) {
      this.lanes.all[lane]?.notice('too-deep', 'A part nests over 200 levels; left out.', at);
    }
    return read;
  }

  /** Stores an entry for `node`; nothing for a message without parts. */
  store(
    node: number,
    role: Entry['role'],
    parts: readonly Part[],
    { at, time }: Place,
    label?: string,
  ): void {
    if (parts.length === 0) return;
    const entry: Entry = {
      role,
      parts,
      origin: at,
      ...(time === null ? {} : { time }),
      ...(label === undefined ? {} : { label }),
    };
    this.graph.ref.set(node, this.destination.entry(entry));
  }

  /** Stores the results in `read`, or keeps them until their call has been read. */
  result(node: number, content: unknown, read: ContentReader, place: Place): void {
    const [call = ''] = read.answered;
    for (const id of read.answered) this.calls.answered(id, node);
    if (this.calls.name(call) !== null) {
      this.graph.extra.set(node, this.calls.caller(call));
      this.store(node, 'user', read.parts, place);
      return;
    }
    this.#held.push({ node, call, content, place });
    const oldest = this.#held.length > MOST_HELD ? this.#held.shift() : undefined;
    if (oldest) this.#storeHeld(oldest);
  }

  /** Records the calls of message `node` and stores the results that waited for them. */
  called(node: number, calls: ContentReader['called']): void {
    for (const [id, name] of calls) this.calls.made(id, name, node);
    if (calls.length === 0 || this.#held.length === 0) return;
    for (const held of this.#held.splice(0)) {
      if (this.calls.name(held.call) === null) this.#held.push(held);
      else this.#storeHeld(held);
    }
  }

  /** Stores the results whose calls never came. */
  flush(): void {
    for (const held of this.#held.splice(0)) this.#storeHeld(held);
  }

  #storeHeld({ node, call, content, place }: HeldResult): void {
    const { parts } = new ContentReader(this.calls.name).read(content);
    this.graph.extra.set(node, this.calls.caller(call));
    this.store(node, 'user', parts, place);
  }
}

/** The recorded time of a line, where it is one. */
export function timeOf(line: Fields): string | null {
  const text = textOf(line['timestamp']);
  return text !== null && !Number.isNaN(parseTime(text)) ? text : null;
}
