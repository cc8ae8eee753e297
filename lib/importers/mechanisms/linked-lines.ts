import { GrowableInts } from '@/lib/base/growable';
import { IdTable, UNKNOWN } from './id-table';

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
