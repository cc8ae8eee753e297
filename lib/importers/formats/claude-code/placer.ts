import { projectFolder } from '../../mechanisms/project-folder';
import { type Fields, textOf, timeOf } from '../../mechanisms/loose-json';
import { type Place } from './entries';
import { nodeKind, type LogGraph } from './graph';
import type { Lane, Lanes } from './lanes';

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
  of(line: Fields, at: number): Place {
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
  link({ lane, uuid, parentId, at }: Place): void {
    if (uuid === null) return;
    const { last } = this.lane(lane);
    if (parentId === null) this.graph.name(uuid, last);
    else if (this.graph.knows(parentId)) this.graph.name(uuid, this.graph.node(parentId));
    else this.graph.name(uuid, this.graph.add(nodeKind.link, lane, at, parentId, last));
  }

  /** Adds a node for a line, the newest of its lane. */
  add(kind: number, place: Place): number {
    const lane = this.lane(place.lane);
    const node = this.graph.add(kind, place.lane, place.at, place.parentId, lane.last);
    this.graph.name(place.uuid, node);
    lane.last = node;
    return node;
  }
}
