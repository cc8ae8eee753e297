import { GrowableInts } from '@/lib/engine/base/growable';
import { intAt } from '@/lib/engine/base/read';
import { IdTable, UNKNOWN } from './id-table';

/** Owners of a node without a path: not yet visited, and known to lead to no call. */
const NOBODY = 0;
const DRY = -1;

/** Divides a log with abandoned branches into paths, each with a call of its own. */
export class PathOwners {
  readonly #owner: Int32Array;
  #claims = 0;

  constructor(
    size: number,
    private readonly parent: (node: number) => number,
    private readonly isCall: (node: number) => boolean,
  ) {
    this.#owner = new Int32Array(size);
  }

  /**
   * Gives a new path the leaf and every unowned node above it; returns the path's number, from 1.
   * Null if the leaf is owned, or if no call lies between it and the nearest path above.
   */
  claim(leaf: number): number | null {
    if (this.#owner[leaf] !== NOBODY || !this.#findsCall(leaf)) return null;
    const id = ++this.#claims;
    for (let node = leaf; node >= 0 && intAt(this.#owner, node) <= NOBODY;) {
      this.#owner[node] = id;
      node = this.parent(node);
    }
    return id;
  }

  /** True for a node that belongs to path `id` and to no earlier one. */
  owns(id: number, node: number): boolean {
    return this.#owner[node] === id;
  }

  /** True if a call lies between a node and the nearest path above; else marks the way dry. */
  #findsCall(leaf: number): boolean {
    let node = leaf;
    while (node >= 0 && this.#owner[node] === NOBODY) {
      if (this.isCall(node)) return true;
      node = this.parent(node);
    }
    for (let at = leaf; at !== node; at = this.parent(at)) this.#owner[at] = DRY;
    return false;
  }
}

/** Lines of a log as integers, with links to their parents; text lives in the entry store. */
export class LinkedLines {
  readonly kind = new GrowableInts();
  /** Parent node; −1 without one. Final once the pending links are resolved. */
  readonly parent = new GrowableInts();
  readonly line = new GrowableInts();
  /** Ref of the entry in the store; −1 without one. */
  readonly ref = new GrowableInts();
  protected readonly ids = new IdTable();
  /** Lines whose parents come later in the file. */
  protected readonly pending: { readonly node: number; readonly parentId: string }[] = [];

  get length(): number {
    return this.kind.length;
  }

  /** True when a line with this identifier has been read. */
  knows(id: string | null): boolean {
    return id !== null && this.ids.get(id) !== UNKNOWN;
  }

  /** The node of an identifier; −1 if unknown. */
  node(id: string | null): number {
    return id === null ? -1 : Math.max(-1, this.ids.get(id));
  }
}
