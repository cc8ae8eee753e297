import { GrowableInts } from '@/lib/base/growable';
import { IdTable, UNKNOWN } from '../claude-code/id-table';

/** What a line of the tree is. */
export const piNode = {
  /** A message, a branch summary or an extension's message; its entry may be empty. */
  entry: 0,
  /** A model's message: a step, and what it wrote. */
  step: 1,
  compaction: 2,
  /** A message replaced in, or left out of, later requests. */
  edit: 3,
  /** A line outside every request that later lines hang on; counted when it was read. */
  link: 4,
} as const;

/** The lines of a session file as integers; text lives in the entry store. */
export class PiTree {
  readonly kind = new GrowableInts();
  /** Parent node; −1 for none. Final after `resolve`. */
  readonly parent = new GrowableInts();
  readonly line = new GrowableInts();
  /** Ref of the entry in the store; −1 for none. */
  readonly ref = new GrowableInts();
  readonly #ids = new IdTable();
  readonly #pending: { readonly node: number; readonly parentId: string }[] = [];

  get length(): number {
    return this.kind.length;
  }

  /** The node of an identifier; −1 for none. */
  node(id: string | null): number {
    return id === null ? -1 : Math.max(-1, this.#ids.get(id));
  }

  knows(id: string | null): boolean {
    return id !== null && this.#ids.get(id) !== UNKNOWN;
  }

  /**
   * Adds a line. `parentId` null: the line is a root; undefined: it follows the line before it, as
   * in version 1.
   */
  add(kind: number, line: number, id: string | null, parentId: string | null | undefined): number {
    const node = this.kind.length;
    this.kind.push(kind);
    this.line.push(line);
    this.ref.push(-1);
    if (id !== null) this.#ids.set(id, node);
    if (parentId === undefined) this.parent.push(node - 1);
    else {
      const parent = this.node(parentId);
      this.parent.push(parent);
      if (parentId !== null && parent < 0) this.#pending.push({ node, parentId });
    }
    return node;
  }

  /** Links lines to parents that came later; returns the line of each link that had to be cut. */
  resolve(): readonly number[] {
    for (const { node, parentId } of this.#pending.splice(0)) {
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

/** Owners of a node that no path has: not looked at, and known to lead to no call. */
const NOBODY = 0;
const DRY = -1;

/** A way from a root to a leaf; nodes above the first own one belong to another path too. */
export interface PiPath {
  readonly nodes: readonly number[];
  /** Index in `nodes` of the first node that no other path owns. */
  readonly own: number;
}

/** Paths with a call of their own: the one to the newest line first, then the abandoned ones. */
export class PiPaths {
  readonly #tree: PiTree;
  readonly #owner: Int32Array;
  #claims = 0;

  constructor(tree: PiTree) {
    this.#tree = tree;
    this.#owner = new Int32Array(tree.length);
  }

  *paths(): Generator<PiPath, void, void> {
    for (let leaf = this.#tree.length - 1; leaf >= 0; leaf--) {
      if (this.#owner[leaf] === NOBODY && this.#findsCall(leaf)) yield this.#claim(leaf);
    }
  }

  #findsCall(leaf: number): boolean {
    let node = leaf;
    while (node >= 0 && this.#owner[node] === NOBODY) {
      if (this.#tree.kind.at(node) === piNode.step) return true;
      node = this.#tree.parent.at(node);
    }
    for (let at = leaf; at !== node; at = this.#tree.parent.at(at)) this.#owner[at] = DRY;
    return false;
  }

  #claim(leaf: number): PiPath {
    const id = ++this.#claims;
    const nodes: number[] = [];
    let own = 0;
    for (let node = leaf; node >= 0; node = this.#tree.parent.at(node)) {
      nodes.push(node);
      if ((this.#owner[node] as number) <= NOBODY) {
        this.#owner[node] = id;
        own++;
      }
    }
    return { nodes: nodes.reverse(), own: nodes.length - own };
  }
}
