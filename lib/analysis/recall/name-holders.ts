import { byteAt, intAt } from '@/lib/engine/base/read';
import {
  lineFlag,
  nameFlag,
  type ReferenceIndex,
} from '@/lib/engine/tokens/references/reference-index';

/** A name that more entries hold belongs to the session's language: it means nothing from there on. */
export const MOST_HOLDERS = 20;

/** How an entry that the model wrote says a name. */
export const said = { text: 1, call: 2 } as const;

/**
 * The entries that hold each name, ascending; CSR over names. A name is followed up to the
 * {@link MOST_HOLDERS}th entry that holds it itself: what a session adds later changes nothing before.
 */
export interface NameHolders {
  /** One longer than the names. */
  readonly first: Int32Array;
  readonly entries: Int32Array;
  /** Bits of {@link said}; 0 for a holder that the model did not write. */
  readonly said: Uint8Array;
}

/** What of an index is left out. */
interface LeftOutNames {
  /** Calls whose arguments are read as if they were not there. */
  readonly calls?: ReadonlySet<number>;
}

/** The holders of the names of a session. */
export function nameHolders(index: ReferenceIndex, without: LeftOutNames = {}): NameHolders {
  const count = index.names.length;
  const sizes = new Int32Array(count + 1);
  eachHolder(index, without, (name) => void (sizes[name + 1] = intAt(sizes, name + 1) + 1));
  for (let name = 0; name < count; name++) {
    sizes[name + 1] = intAt(sizes, name + 1) + intAt(sizes, name);
  }
  const entries = new Int32Array(intAt(sizes, count));
  const how = new Uint8Array(entries.length);
  const next = sizes.slice(0, count);
  eachHolder(
    index,
    without,
    (name, entry) => {
      const at = intAt(next, name);
      entries[at] = entry;
      next[name] = at + 1;
    },
    (name, bits) => {
      const at = intAt(next, name) - 1;
      how[at] = byteAt(how, at) | bits;
    },
  );
  return { first: sizes, entries, said: how };
}

/** Visits each name once for each entry that holds it, and then each way in which it is said there. */
function eachHolder(
  { names, nameFlags, entryCount, lines }: ReferenceIndex,
  { calls }: LeftOutNames,
  hold: (name: number, entry: number) => void,
  say: (name: number, bits: number) => void = () => undefined,
): void {
  const last = new Int32Array(names.length).fill(-1);
  const lastOwn = new Int32Array(names.length).fill(-1);
  const own = new Int32Array(names.length);
  for (let entry = 0; entry < entryCount; entry++) {
    for (let line = intAt(lines.first, entry); line < intAt(lines.first, entry + 1); line++) {
      const call = intAt(lines.call, line);
      if (call >= 0 && calls?.has(call) === true) continue;
      const flags = byteAt(lines.flags, line);
      const bits = (flags & lineFlag.said) === 0 ? 0 : call >= 0 ? said.call : said.text;
      for (let k = intAt(lines.nameFirst, line); k < intAt(lines.nameFirst, line + 1); k++) {
        const name = intAt(lines.names, k);
        if ((byteAt(nameFlags, name) & nameFlag.safe) !== 0) continue;
        if ((flags & lineFlag.asked) === 0 && intAt(lastOwn, name) !== entry) {
          lastOwn[name] = entry;
          own[name] = intAt(own, name) + 1;
        }
        if (intAt(own, name) > MOST_HOLDERS) continue;
        if (intAt(last, name) !== entry) hold(name, entry);
        last[name] = entry;
        if (bits !== 0) say(name, bits);
      }
    }
  }
}

/** For each name 1 if another session's model wrote it too: then it says nothing of this one. */
export function sharedNames(
  index: ReferenceIndex,
  other: Pick<ReferenceIndex, 'names'> | null,
): Uint8Array {
  const shared = new Uint8Array(index.names.length);
  if (other === null) return shared;
  const theirs = new Set(other.names);
  index.names.forEach((name, i) => (shared[i] = theirs.has(name) ? 1 : 0));
  return shared;
}
