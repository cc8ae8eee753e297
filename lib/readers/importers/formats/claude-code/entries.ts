import type { EntryStore } from '@/lib/engine/session/draft';
import type { Entry, Part, TouchedFile } from '@/lib/engine/session/schema';
import type { ToolCalls } from './calls';
import { nodeKind, type LogGraph } from './graph';
import type { Lane, Lanes } from './lanes';
import { entryOf, projectFolder } from '../../mechanisms/session-facts';
import { textOf, timeOf, type Fields } from '../../mechanisms/loose-json';
import { ContentReader } from '../../mechanisms/messages/anthropic-contents';

/** Puts lines into the graph: each into its lane, after its parent or the line before. */
export class Placer {
  constructor(
    private readonly graph: LogGraph,
    private readonly lanes: Lanes,
  ) {}

  lane(number: number): Lane {
    return this.lanes.all[number] as Lane;
  }

  /** Place of a line of the log. */
  of(line: Fields, at: number): LinePlace {
    const parentId = textOf(line['parentUuid']) ?? textOf(line['logicalParentUuid']);
    const parent = this.graph.node(parentId);
    const lane = this.lanes.of(line, parent < 0 ? -1 : this.graph.lane.at(parent));
    this.describe(line, lane);
    return { lane, uuid: textOf(line['uuid']), parentId, at, time: timeOf(line) };
  }

  /** Notes the session and the version in a line of the lane. */
  describe(line: Fields, number: number): void {
    const lane = this.lane(number);
    lane.sessionId = textOf(line['sessionId']) ?? lane.sessionId;
    lane.version = textOf(line['version']) ?? lane.version;
    lane.project ??= projectFolder(line['cwd']);
  }

  /** Maps a line to its parent; adds a node for it if the parent comes later. */
  link({ lane, uuid, parentId, at }: LinePlace): void {
    if (uuid === null) return;
    const { last } = this.lane(lane);
    if (parentId === null) this.graph.name(uuid, last);
    else if (this.graph.knows(parentId)) this.graph.name(uuid, this.graph.node(parentId));
    else this.graph.name(uuid, this.graph.add(nodeKind.link, lane, at, parentId, last));
  }

  /** Adds a node for a line, the newest of its lane. */
  add(kind: number, place: LinePlace): number {
    const lane = this.lane(place.lane);
    const node = this.graph.add(kind, place.lane, place.at, place.parentId, lane.last);
    this.graph.name(place.uuid, node);
    lane.last = node;
    return node;
  }
}

/** Place of a line: its lane, its links and its line number. */
export interface LinePlace {
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
  readonly place: LinePlace;
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
  read(content: unknown, { lane, at }: LinePlace): ContentReader {
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
    { at, time }: LinePlace,
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
    { place, file }: { readonly place: LinePlace; readonly file: TouchedFile | null },
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
