import { GrowableInts } from '@/lib/engine/base/growable';
import { UNKNOWN } from '../../mechanisms/id-table';
import { LinkedLines } from '../../mechanisms/linked-lines';

/**
 * Kinds of nodes of the log. The first five are the spine: the conversation itself. The others hang
 * on the spine node before them.
 */
export const nodeKind = {
  /** A model message: all lines of one message id. */
  message: 0,
  /** The user's typed text. */
  prompt: 1,
  /** A call refused for its size. */
  rejection: 2,
  /** A compaction boundary. */
  boundary: 3,
  /** The summary after a boundary. */
  summary: 4,
  /** Tool results. */
  result: 5,
  /** Attachments, meta messages, interruption notes. */
  note: 6,
  /** A microcompaction boundary. */
  elision: 7,
  /** A line outside every request, kept for its links. */
  link: 8,
  /** A compaction that failed. */
  failed: 9,
} as const;

export const isSpine = (kind: number): boolean => kind <= nodeKind.summary;

/** The lines of a trace. */
export class LogGraph extends LinkedLines {
  readonly lane = new GrowableInts();
  /** message, rejection: row of the calls; result: the message node it answers, or −1. */
  readonly extra = new GrowableInts();
  /** Makes `id` another name of `node`. */
  name(id: string | null, node: number): void {
    if (id !== null) this.ids.set(id, node);
  }

  /** Adds a node after `previous`, the newest of its lane, or after the line `parentId` names. */
  add(kind: number, lane: number, line: number, parentId: string | null, previous: number): number {
    const node = this.kind.length;
    this.kind.push(kind);
    this.lane.push(lane);
    this.line.push(line);
    this.ref.push(-1);
    this.extra.push(-1);
    const known = parentId === null ? previous : this.ids.get(parentId);
    if (parentId !== null && known === UNKNOWN) this.pending.push({ node, parentId });
    this.parent.push(known === UNKNOWN ? previous : known);
    return node;
  }

  /** Links nodes to parents that came later in the file; keeps the guess if none came. */
  resolve(): void {
    for (const { node, parentId } of this.pending.splice(0)) {
      const parent = this.ids.get(parentId);
      if (parent !== UNKNOWN) this.parent.set(node, parent);
    }
    for (let node = 0; node < this.length; node++) {
      const parent = this.parent.at(node);
      const foreign = parent >= 0 && this.lane.at(parent) !== this.lane.at(node);
      if (foreign || parent === node) this.parent.set(node, -1);
    }
  }
}
