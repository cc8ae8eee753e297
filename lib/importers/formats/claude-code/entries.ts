import type { EntryStore } from '@/lib/session/draft';
import type { Entry, Part, TouchedFile } from '@/lib/session/schema';
import type { ToolCalls } from './calls';
import { ContentReader } from '../../mechanisms/messages/anthropic-contents';
import type { LogGraph } from './graph';
import type { Lanes } from './lanes';
import { entryOf } from '../../mechanisms/entry';

/** Place of a line: its lane, its links and its line number. */
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
  readonly file: TouchedFile | null;
}

/** Most results that wait at once; the call follows a few lines below. */
const MOST_HELD = 32;

/** Stores lines as entries at once; only results wait, for their tool's name. */
export class EntryWriter {
  readonly #held: HeldResult[] = [];

  constructor(
    private readonly destination: EntryStore,
    private readonly graph: LogGraph,
    private readonly calls: ToolCalls,
    private readonly lanes: Lanes,
  ) {}

  /** Reads a message's content; the lane gets a notice for everything left out. */
  read(content: unknown, { lane, at }: Place): ContentReader {
    const read = new ContentReader(this.calls.name).read(content);
    if (read.refused > 0) {
      this.lanes.all[lane]?.notices.notice(
        'too-deep',
        'A part nests over 200 levels; left out.',
        at,
      );
    }
    return read;
  }

  /** Stores an entry for `node`; does nothing for a message without parts. */
  store(
    node: number,
    role: Entry['role'],
    parts: readonly Part[],
    { at, time }: Place,
    { label, file = null }: { readonly label?: string; readonly file?: TouchedFile | null } = {},
  ): void {
    if (parts.length === 0) return;
    const entry = entryOf(role, parts, at, time, label);
    const touching = file === null ? entry : { ...entry, files: [file] };
    this.graph.ref.set(node, this.destination.entry(touching));
  }

  /** Stores the results in `read`, or keeps them until their call is read. */
  result(
    node: number,
    content: unknown,
    read: ContentReader,
    { place, file }: { readonly place: Place; readonly file: TouchedFile | null },
  ): void {
    const [call = ''] = read.answered;
    for (const id of read.answered) this.calls.answered(id, node);
    if (this.calls.name(call) !== null) {
      this.graph.extra.set(node, this.calls.caller(call));
      return this.store(node, 'user', read.parts, place, { file });
    }
    this.#held.push({ node, call, content, place, file });
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

  #storeHeld({ node, call, content, place, file }: HeldResult): void {
    const { parts } = new ContentReader(this.calls.name).read(content);
    this.graph.extra.set(node, this.calls.caller(call));
    this.store(node, 'user', parts, place, { file });
  }
}
