import { LinkedLines, PathOwners } from '../../mechanisms/linked-lines';

/** Kinds of lines in the tree. */
export const piNode = {
  /** A message, a branch summary or an extension's message; its entry may be empty. */
  entry: 0,
  /** A model's message: a step and its output. */
  step: 1,
  compaction: 2,
  /** A message replaced in, or removed from, later requests. */
  edit: 3,
  /** A line outside every request that later lines link to; counted when read. */
  link: 4,
  /** A compaction that failed. */
  failed: 5,
} as const;

/** The lines of a session file. */
export class PiTree extends LinkedLines {
  /**
   * Adds a line. `parentId` null: the line is a root; undefined: its parent is the line before it,
   * as in version 1.
   */
  add(kind: number, line: number, id: string | null, parentId: string | null | undefined): number {
    const node = this.kind.length;
    this.kind.push(kind);
    this.line.push(line);
    this.ref.push(-1);
    if (id !== null) this.ids.set(id, node);
    if (parentId === undefined) this.parent.push(node - 1);
    else {
      const parent = this.node(parentId);
      this.parent.push(parent);
      if (parentId !== null && parent < 0) this.pending.push({ node, parentId });
    }
    return node;
  }

  /** Links lines to parents that came later; returns the line of each link that had to be cut. */
  resolve(): readonly number[] {
    for (const { node, parentId } of this.pending.splice(0)) {
      this.parent.set(node, this.node(parentId));
    }
    const cut: number[] = [];
    const walk = new Int32Array(this.length).fill(-1);
    for (let start = 0; start < this.length; start++) {
      let node = start;
      while (node >= 0 && walk[node] === -1) {
        walk[node] = start;
        const parent = this.parent.at(node);
        if (parent >= 0 && walk[parent] === start) {
          this.parent.set(node, -1);
          cut.push(this.line.at(node));
          break;
        }
        node = parent;
      }
    }
    return cut;
  }
}

/** A path from a root to a leaf; nodes above the first own one belong to another path too. */
export interface PiPath {
  readonly nodes: readonly number[];
  /** Index in `nodes` of the first node that no other path owns. */
  readonly own: number;
}

/** Paths with a call of their own: the one to the newest line first, then the abandoned ones. */
export function* piPaths(tree: PiTree): Generator<PiPath, void, void> {
  const parent = (node: number): number => tree.parent.at(node);
  const owners = new PathOwners(tree.length, parent, (node) => tree.kind.at(node) === piNode.step);
  for (let leaf = tree.length - 1; leaf >= 0; leaf--) {
    const id = owners.claim(leaf);
    if (id === null) continue;
    const nodes: number[] = [];
    for (let node = leaf; node >= 0; node = parent(node)) nodes.push(node);
    nodes.reverse();
    yield { nodes, own: nodes.findIndex((node) => owners.owns(id, node)) };
  }
}
