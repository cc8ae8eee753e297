import { stat } from 'node:fs/promises';
import type { Found, MeasuredTrace, UnreadMember } from '../measure-trace';

/** Steps and entries that are kept in all, about 300 bytes each. */
const MOST_ROWS = 500_000;

/** What was found in the files of folders, as long as they do not change: an agent lists a folder again and again. */
export class FoundBefore {
  readonly #known = new Map<string, readonly (MeasuredTrace | UnreadMember)[]>();
  #rows = 0;

  /** What `read` finds in a file, or found in it before. */
  async *through(file: string, path: string, read: () => Found): Found {
    const key = `${file} ${await stateOf(path)} ${await stateOf(`${path}-wal`)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return yield* known;
    const found: (MeasuredTrace | UnreadMember)[] = [];
    for await (const one of read()) {
      found.push(one);
      yield one;
    }
    this.#keep(key, found);
  }

  /** The oldest make room. */
  #keep(key: string, found: readonly (MeasuredTrace | UnreadMember)[]): void {
    this.#known.set(key, found);
    this.#rows += rowsOf(found);
    for (const [oldest, its] of this.#known) {
      if (this.#rows <= MOST_ROWS) return;
      this.#known.delete(oldest);
      this.#rows -= rowsOf(its);
    }
  }
}

const rowsOf = (found: readonly (MeasuredTrace | UnreadMember)[]): number =>
  found
    .flatMap((one) => ('sessions' in one ? one.sessions : []))
    .reduce((sum, { profile }) => sum + profile.stepCount + profile.entryCount, 1);

/** Changes whenever the file does; of a database a write may stand in the file beside it alone. */
async function stateOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found === null ? '' : `${found.ino}.${found.size}.${found.ctimeMs}`;
}
