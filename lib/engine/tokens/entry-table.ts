import { GrowableInts } from '@/lib/engine/base/growable';
import { intAt } from '@/lib/engine/base/read';
import { utf8Length } from '@/lib/engine/base/utf8';
import {
  partKinds,
  type Entry,
  type ImageSize,
  type Part,
  type PartKind,
  type TouchedFile,
} from '@/lib/engine/session/schema';
import { CallIds } from './calls/call-pairs';
import { partSizes } from './contextguard';
import { countPartScripts, scripts, type Script } from './text/scripts';
import { sealedTokens } from './sealed-reasoning';
import { partUnits, WEIGHED_UNITS } from './units';

/** Flag bits of a measured entry. */
export const entryFlag = {
  user: 1,
  response: 2,
  call: 4,
  /** A user's entry without a function response: it begins a turn. */
  turnStart: 8,
  /** A user's entry whose first part begins with ContextGuard's summary header. */
  summaryHeader: 16,
  /** An entry that the agent writes itself: its instructions, the environment. */
  context: 32,
} as const;

const CONTEXT_LABELS: ReadonlySet<string> = new Set(['context', 'developer', 'system', 'agent']);

/**
 * The neutral label of a user's entry that no user said: the agent's own instructions, and messages of
 * other agents, which their path names (`/root/review`). Null for what the user said.
 */
export function contextLabel(label: string | undefined): string | null {
  if (label === undefined) return null;
  if (CONTEXT_LABELS.has(label)) return label;
  return label.startsWith('/') ? 'agent' : null;
}

/**
 * First bytes of the summary entry; a user text with this prefix blocks the reference's injection.
 */
export const SUMMARY_HEADER = '[Previous conversation summary]';

/** The reference's fallback summary quotes this many bytes of each text part. */
export const FALLBACK_BYTES = 200;

/** Bytes a text of `bytes` takes in the fallback summary: `role: `, the cut text, a newline. */
export function fallbackLine(roleBytes: number, bytes: number): number {
  return roleBytes + 2 + (bytes > FALLBACK_BYTES ? FALLBACK_BYTES + 3 : bytes) + 1;
}

/** An image of known size, and its heuristic. */
type TableImage = ImageSize & { readonly heuristic: number };

/** Column of each kind in `partKinds`. */
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
  /** Number of calls, and of inline data parts. */
  readonly calls = new GrowableInts();
  readonly inlines = new GrowableInts();
  /** Bytes / 4 rounded up per part, for estimators that round up. */
  readonly ceiled = new GrowableInts();
  /** UTF-16 units of an entry's parts (`partUnits`), and those of its thoughts. */
  readonly units = new GrowableInts();
  readonly thoughtUnits = new GrowableInts();
  /** Quarters of the units of the parts behind a model's first. */
  readonly behindFirst = new GrowableInts();
  /** Units outside ASCII of its texts, but of those that Gemini CLI counts by their length alone. */
  readonly wide = new GrowableInts();
  /** Characters that JSON adds to its texts and responses. */
  readonly escapes = new GrowableInts();
  /** UTF-16 units of its JSON as its program counts it; items without content right before it. */
  readonly json = new GrowableInts();
  readonly empty = new GrowableInts();
  /** First index and number of an entry's responses in `responseBytes`. */
  readonly responseFirst = new GrowableInts();
  readonly responses = new GrowableInts();
  /** Bytes of each printed response, without its name; bytes of the id of the call it answers. */
  readonly responseBytes = new GrowableInts();
  /** Touched files by row; few entries have any. */
  readonly files = new Map<number, readonly TouchedFile[]>();
  readonly responseIds = new GrowableInts();
  /** Identifiers of calls and responses, by row. */
  readonly callIds = new CallIds();
  /** UTF-16 units of each response's text, and those outside ASCII. */
  readonly responseUnits = new GrowableInts();
  readonly responseWide = new GrowableInts();
  /** Images of known size by row. */
  readonly images = new Map<number, readonly TableImage[]>();
  /** Tokens that Codex takes an entry's encrypted reasoning for. */
  readonly sealed = new GrowableInts();
  /** Characters by script. */
  readonly scripts: Readonly<Record<Script, GrowableInts>>;
  readonly #characters = new Int32Array(scripts.length);
  /** Counts of the entry being measured, by kind; one reused buffer. */
  readonly #counts = new Int32Array(partKinds.length);

  constructor() {
    this.scripts = {
      latin: new GrowableInts(),
      cjk: new GrowableInts(),
      other: new GrowableInts(),
    };
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
    const characters = this.#characters.fill(0);
    this.responseFirst.push(this.responseBytes.length);
    this.callIds.push(entry.parts);
    let flags = entry.role === 'user' ? entryFlag.user : 0;
    let fallback = 0;
    let thoughtFallback = 0;
    let requestBytes = 0;
    let ceiled = 0;
    let units = 0;
    let thoughtUnits = 0;
    let behindFirst = 0;
    let wide = 0;
    let escapes = 0;
    let calls = 0;
    let inlines = 0;
    let responses = 0;
    let sealed = 0;
    const images: TableImage[] = [];
    for (const part of entry.parts) {
      countPartScripts(part, characters);
      const kind = part.kind === 'sized' ? part.of : part.kind;
      const column = columnOf[kind];
      const own = partUnits(part);
      units += own.units;
      if (entry.role === 'model' && part !== entry.parts[0]) {
        behindFirst += Math.round(own.units / 4);
      }
      escapes += own.escapes;
      if (kind === 'text' || kind === 'thought') {
        const bytes = textBytes(part);
        counts[column] = intAt(counts, column) + Math.floor(bytes / 4);
        ceiled += Math.ceil(bytes / 4);
        if (kind === 'thought') thoughtUnits += own.units;
        else if (own.units <= WEIGHED_UNITS) wide += own.wide;
        if (bytes === 0) continue;
        if (kind === 'text') fallback += fallbackLine(entry.role.length, bytes);
        else thoughtFallback += fallbackLine(entry.role.length, bytes);
        if (requestBytes === 0) requestBytes = bytes;
        continue;
      }
      const sizes = partSizes(part);
      sealed += sealedTokens(part);
      let tokens = 0;
      let bytes = 0;
      for (const size of sizes) {
        tokens += Math.floor(size / 4);
        bytes += size;
      }
      counts[column] = intAt(counts, column) + tokens;
      // Inline data stands in such estimates as a short label: its type.
      ceiled += Math.ceil((kind === 'inline' ? (sizes[0] ?? 0) : bytes) / 4);
      if (kind === 'call') calls++;
      else if (kind === 'inline') {
        inlines++;
        if ('image' in part && part.image) images.push({ ...part.image, heuristic: tokens });
      } else if (kind === 'response') {
        responses++;
        this.responseBytes.push(sizes[1] ?? 0);
        this.responseIds.push(idBytes(part));
        this.responseUnits.push(own.units);
        this.responseWide.push(own.wide);
      }
    }
    if (responses > 0) flags |= entryFlag.response;
    if (calls > 0) flags |= entryFlag.call;
    if (entry.role === 'user') {
      if (contextLabel(entry.label) !== null) flags |= entryFlag.context;
      if (responses === 0) flags |= entryFlag.turnStart;
      if (startsWithSummaryHeader(entry.parts[0])) flags |= entryFlag.summaryHeader;
    }
    for (const kind of partKinds) this.kinds[kind].push(intAt(counts, columnOf[kind]));
    this.fallback.push(fallback);
    this.thoughtFallback.push(thoughtFallback);
    this.requestBytes.push(requestBytes);
    this.flags.push(flags);
    this.calls.push(calls);
    this.inlines.push(inlines);
    this.ceiled.push(ceiled);
    this.units.push(units);
    this.thoughtUnits.push(thoughtUnits);
    this.behindFirst.push(behindFirst);
    this.wide.push(wide);
    this.escapes.push(escapes);
    this.json.push(entry.json ?? 0);
    this.empty.push(entry.empty ?? 0);
    this.responses.push(responses);
    if (entry.files !== undefined) this.files.set(this.flags.length - 1, entry.files);
    if (images.length > 0) this.images.set(this.flags.length - 1, images);
    this.sealed.push(sealed);
    scripts.forEach((script, i) => this.scripts[script].push(intAt(characters, i)));
    return this.flags.length - 1;
  }
}

/** Bytes of the identifier of a call that a part makes or answers; 0 without one. */
export function idBytes(part: Part): number {
  if (part.kind === 'sized' && part.idBytes !== undefined) return part.idBytes;
  return 'id' in part ? utf8Length(part.id ?? '') : 0;
}

/** Bytes of the first text or thought that is not empty; 0 without one. */
export function firstTextBytes(parts: readonly Part[]): number {
  for (const part of parts) {
    const kind = part.kind === 'sized' ? part.of : part.kind;
    const bytes = kind === 'text' || kind === 'thought' ? textBytes(part) : 0;
    if (bytes > 0) return bytes;
  }
  return 0;
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
