import { GrowableInts } from '@/lib/base/growable';
import { utf8Length } from '@/lib/base/utf8';
import { partKinds, type Entry, type Part, type PartKind } from '@/lib/session/schema';
import { countPart } from './contextguard';

/** Bits of a measured entry. */
export const entryFlag = {
  user: 1,
  response: 2,
  call: 4,
  /** A user's entry without a function response: a turn begins here. */
  turnStart: 8,
  /** A user's entry whose first part begins with ContextGuard's summary header. */
  summaryHeader: 16,
} as const;

/** First bytes of the summary entry; a user text that begins so blocks the reference's injection. */
export const SUMMARY_HEADER = '[Previous conversation summary]';

/** The reference's fallback summary quotes this many bytes of each text part. */
const FALLBACK_BYTES = 200;

/** Bytes a text of `bytes` takes in the fallback summary: `role: `, the cut text, a newline. */
export function fallbackLine(roleBytes: number, bytes: number): number {
  return roleBytes + 2 + (bytes > FALLBACK_BYTES ? FALLBACK_BYTES + 3 : bytes) + 1;
}

/** Where a kind stands in `partKinds`. */
const columnOf = Object.fromEntries(partKinds.map((kind, i) => [kind, i])) as Readonly<
  Record<PartKind, number>
>;

/** Measured entries: integers only, one row per entry, in the order they were pushed. */
export class EntryTable {
  readonly kinds: Readonly<Record<PartKind, GrowableInts>>;
  readonly fallback = new GrowableInts();
  readonly thoughtFallback = new GrowableInts();
  readonly requestBytes = new GrowableInts();
  readonly flags = new GrowableInts();
  /** Counts of the entry being measured, by kind; one buffer for all of them. */
  readonly #counts = new Int32Array(partKinds.length);

  constructor() {
    this.kinds = Object.fromEntries(partKinds.map((kind) => [kind, new GrowableInts()])) as Record<
      PartKind,
      GrowableInts
    >;
  }

  get length(): number {
    return this.flags.length;
  }

  /** Measures `entry` and returns its row number. */
  push(entry: Entry): number {
    const counts = this.#counts.fill(0);
    let flags = entry.role === 'user' ? entryFlag.user : 0;
    let fallback = 0;
    let thoughtFallback = 0;
    let requestBytes = 0;
    for (const part of entry.parts) {
      const kind = part.kind === 'sized' ? part.of : part.kind;
      const column = columnOf[kind];
      if (kind === 'text' || kind === 'thought') {
        const bytes = textBytes(part);
        counts[column] = (counts[column] as number) + Math.floor(bytes / 4);
        if (bytes === 0) continue;
        if (kind === 'text') fallback += fallbackLine(entry.role.length, bytes);
        else thoughtFallback += fallbackLine(entry.role.length, bytes);
        if (requestBytes === 0) requestBytes = bytes;
        continue;
      }
      counts[column] = (counts[column] as number) + countPart(part);
      if (kind === 'response') flags |= entryFlag.response;
      else if (kind === 'call') flags |= entryFlag.call;
    }
    if (entry.role === 'user') {
      if ((flags & entryFlag.response) === 0) flags |= entryFlag.turnStart;
      if (startsWithSummaryHeader(entry.parts[0])) flags |= entryFlag.summaryHeader;
    }
    for (const kind of partKinds) this.kinds[kind].push(counts[columnOf[kind]] as number);
    this.fallback.push(fallback);
    this.thoughtFallback.push(thoughtFallback);
    this.requestBytes.push(requestBytes);
    this.flags.push(flags);
    return this.flags.length - 1;
  }
}

function textBytes(part: Part): number {
  if (part.kind === 'sized') return part.sizes[0] ?? 0;
  return 'text' in part ? utf8Length(part.text) : 0;
}

function startsWithSummaryHeader(part: Part | undefined): boolean {
  if (part === undefined) return false;
  if (part.kind === 'sized') return part.summaryHeader === true;
  return part.kind === 'text' && part.text.startsWith(SUMMARY_HEADER);
}
