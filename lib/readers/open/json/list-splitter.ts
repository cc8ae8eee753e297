import { isLeaf, type ListNode } from '@/lib/readers/importers/document-lists';
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isBlank,
  isBlankOrMark,
  JsonKey,
  JsonSkipper,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from './json-bytes';
import type { Frame, ListFrame, ObjectFrame } from './list-frames';
import type { ListSink, OpenList, Piece, SplitState } from './list-sink';

/** State for the next byte. */
type Mode = 'seek' | 'key' | 'colon' | 'value' | 'skip';

/**
 * Splits the chunks of one JSON document into the elements of its declared lists, by brackets and
 * quotes only; the parser checks the elements. Anything may span chunks.
 */
export class ListSplitter {
  readonly #root: ListNode;
  readonly #sink: ListSink;
  readonly #skipper = new JsonSkipper();
  readonly #key = new JsonKey();
  readonly #frames: Frame[] = [];
  #state: SplitState = 'before';
  #mode: Mode = 'seek';
  /** Bytes of earlier chunks. */
  #offset = 0;
  /** Offset in this chunk at which the current piece's text continues; −1 inside a list. */
  #text = -1;
  /** Offset in this chunk at which the wanted element continues; −1 without one. */
  #element = -1;
  #parts: Buffer[] = [];
  #partBytes = 0;
  #child: ListNode | null = null;
  #childKey = '';

  constructor(root: ListNode, sink: ListSink) {
    this.#root = root;
    this.#sink = sink;
  }

  get state(): SplitState {
    return this.#state;
  }

  /** The innermost open list, and the bytes of its incomplete element. */
  get begun(): { readonly list: OpenList | null; readonly bytes: number } {
    const frame = this.#frames.at(-1);
    return { list: frame?.kind === 'list' ? frame.list : null, bytes: this.#partBytes };
  }

  /** Splits the next chunk, whose bytes may be reused afterwards. */
  push(chunk: Buffer): void {
    if (this.#text >= 0) this.#text = 0;
    if (this.#element >= 0) this.#element = 0;
    let i = 0;
    while (i < chunk.length) {
      if (this.#state === 'inside') i = this.#step(chunk, i);
      else if (this.#state === 'before') i = this.#before(chunk, i);
      else if (this.#state === 'closed') {
        if (!isBlank(chunk[i] ?? 0)) this.#state = 'trailing';
        i++;
      } else break;
    }
    const frame = this.#frames.at(-1);
    if (this.#text >= 0 && frame) this.#sink.text(frame.piece, chunk, this.#text, chunk.length);
    if (this.#element >= 0 && !this.#skipper.tooDeep) {
      this.#parts.push(Buffer.from(chunk.subarray(this.#element)));
      this.#partBytes += chunk.length - this.#element;
    }
    this.#offset += chunk.length;
  }

  /** Ends the file; closes open pieces where possible. */
  end(): void {
    if (this.#state !== 'inside') return;
    const top = this.#frames.at(-1);
    if (top?.kind === 'list' && this.#element >= 0) this.#finish(Buffer.alloc(0), 0);
    // A piece cut off outside its lists cannot be completed; the lists around it can.
    while (this.#frames.at(-1)?.kind === 'object') this.#frames.pop();
    let closers = '';
    for (let frame = this.#frames.pop(); frame !== undefined; frame = this.#frames.pop()) {
      closers += frame.kind === 'list' ? ']' : '}';
      if (!frame.root) continue;
      this.#sink.close(frame.piece, this.#offset, closers);
      closers = '';
    }
  }

  #before(chunk: Buffer, from: number): number {
    const byte = chunk[from] ?? 0;
    if (isBlankOrMark(byte)) return from + 1;
    this.#state = opens(byte, this.#root) ? 'inside' : 'other';
    if (this.#state === 'inside') this.#openPiece(chunk, from, this.#root, '$', null);
    return from + 1;
  }

  #step(chunk: Buffer, from: number): number {
    switch (this.#mode) {
      case 'skip':
        return this.#skip(chunk, from);
      case 'key':
        return this.#inKey(chunk, from);
      case 'colon':
        if (chunk[from] === COLON) this.#mode = 'value';
        else if (!isBlank(chunk[from] ?? 0)) this.#state = 'broken';
        return from + 1;
      case 'value':
        return this.#value(chunk, from);
      case 'seek': {
        const frame = this.#frames.at(-1) as Frame;
        return frame.kind === 'list'
          ? this.#seekElement(chunk, from, frame)
          : this.#seekKey(chunk, from, frame);
      }
    }
  }

  #skip(chunk: Buffer, from: number): number {
    const end = this.#skipper.value(chunk, from);
    if (this.#skipper.tooDeep) this.#tooDeep();
    if (end === chunk.length) return end;
    this.#mode = 'seek';
    if (this.#element >= 0) this.#finish(chunk, end);
    return end;
  }

  /** Drops the bytes of the value. */
  #tooDeep(): void {
    this.#parts = [];
    this.#partBytes = 0;
    const frame = this.#frames.at(-1);
    if (frame?.kind === 'object') this.#sink.pieceTooDeep(frame.piece);
  }

  #seekKey(chunk: Buffer, from: number, frame: ObjectFrame): number {
    const byte = chunk[from] ?? 0;
    if (byte === QUOTE) {
      this.#mode = 'key';
      this.#skipper.openString();
    } else if (byte === CLOSE_OBJECT) this.#close(chunk, from, frame);
    else if (byte !== COMMA && !isBlank(byte)) this.#state = 'broken';
    return from + 1;
  }

  #inKey(chunk: Buffer, from: number): number {
    const end = this.#skipper.string(chunk, from);
    this.#key.add(chunk, from, end);
    if (this.#skipper.inString) return end;
    this.#mode = 'colon';
    const frame = this.#frames.at(-1) as ObjectFrame;
    const key = this.#key.take();
    this.#child = (key === null ? null : frame.node.fields.get(key)) ?? null;
    if (this.#child === null || key === null) return end;
    this.#childKey = key;
    if (frame.seen.has(key)) frame.piece.repeated ??= `${frame.path}.${key}`;
    frame.seen.add(key);
    return end;
  }

  #value(chunk: Buffer, from: number): number {
    const byte = chunk[from] ?? 0;
    if (isBlank(byte)) return from + 1;
    const node = this.#child;
    if (node === null || !opens(byte, node)) {
      this.#beginSkip();
      return from;
    }
    const frame = this.#frames.at(-1) as ObjectFrame;
    const { piece } = frame;
    const path = `${frame.path}.${this.#childKey}`;
    const keys = [...frame.keys, this.#childKey];
    if (byte === OPEN_LIST) this.#openList(chunk, from, { node, path, keys, piece, root: false });
    else this.#openObject({ node, path, keys, piece, root: false });
    return from + 1;
  }

  #seekElement(chunk: Buffer, from: number, frame: ListFrame): number {
    const byte = chunk[from] ?? 0;
    if (isBlank(byte)) return from + 1;
    if (byte === COMMA || byte === CLOSE_LIST) {
      if (!frame.filled && (byte === COMMA || frame.owed)) {
        this.#sink.element(frame.list, frame.list.count++, chunk, from, from);
      }
      frame.owed = byte === COMMA;
      frame.filled = false;
      if (byte === CLOSE_LIST) this.#close(chunk, from, frame);
      return from + 1;
    }
    if (byte === CLOSE_OBJECT) {
      this.#state = 'broken';
      return from;
    }
    // Content after an element without a comma is broken and belongs to the element.
    if (!frame.filled) frame.list.count++;
    return this.#beginElement(chunk, from, frame);
  }

  #beginElement(chunk: Buffer, from: number, frame: ListFrame): number {
    const { list, filled } = frame;
    frame.filled = true;
    const index = list.count - 1;
    const inside = list.node.element;
    const taken = inside !== null && !isLeaf(inside) && opens(chunk[from] ?? 0, inside);
    if (taken && !filled && this.#sink.opens(list, index)) {
      this.#openPiece(chunk, from, inside, `${list.path}[${index}]`, list);
      return from + 1;
    }
    // What follows an element without a comma belongs to it.
    if (!filled) this.#beginSkip();
    else this.#mode = 'skip';
    this.#element = this.#sink.wants(list, index) ? from : -1;
    return from;
  }

  #beginSkip(): void {
    this.#skipper.begin();
    this.#mode = 'skip';
  }

  #openPiece(
    chunk: Buffer,
    at: number,
    node: ListNode,
    path: string,
    parent: OpenList | null,
  ): void {
    const piece: Piece = { path, begin: this.#offset + at, parent, repeated: null };
    this.#sink.open(piece);
    this.#text = at;
    if (chunk[at] === OPEN_LIST)
      this.#openList(chunk, at, { node, path, keys: [], piece, root: true });
    else this.#openObject({ node, path, keys: [], piece, root: true });
  }

  #openObject(frame: Omit<ObjectFrame, 'kind' | 'seen'>): void {
    this.#frames.push({ kind: 'object', seen: new Set(), ...frame });
    this.#mode = 'seek';
  }

  #openList(
    chunk: Buffer,
    at: number,
    { root, ...found }: Omit<OpenList, 'count'> & { readonly root: boolean },
  ): void {
    const list: OpenList = { ...found, count: 0 };
    const { piece } = found;
    this.#sink.text(piece, chunk, this.#text, at + 1);
    this.#text = -1;
    this.#sink.list(list);
    this.#frames.push({ kind: 'list', list, piece, root, filled: false, owed: false });
    this.#mode = 'seek';
  }

  /** Closes the frame at a bracket. */
  #close(chunk: Buffer, at: number, { kind, piece, root }: Frame): void {
    this.#frames.pop();
    this.#mode = 'seek';
    if (kind === 'list') this.#text = at;
    if (!root) return;
    this.#sink.text(piece, chunk, this.#text, at + 1);
    this.#text = -1;
    this.#sink.close(piece, this.#offset + at + 1, null);
    if (this.#frames.length === 0) this.#state = 'closed';
  }

  /** Ends the wanted element before `end`. */
  #finish(chunk: Buffer, end: number): void {
    const { list } = this.#frames.at(-1) as ListFrame;
    const start = this.#element;
    this.#element = -1;
    if (this.#skipper.tooDeep) return this.#sink.elementTooDeep(list, list.count - 1);
    if (this.#parts.length === 0) {
      this.#sink.element(list, list.count - 1, chunk, start, end);
      return;
    }
    this.#parts.push(chunk.subarray(0, end));
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#partBytes = 0;
    this.#sink.element(list, list.count - 1, whole, 0, whole.length);
  }
}

/** True if a value with this first byte is split. */
const opens = (byte: number, { list, fields }: ListNode): boolean =>
  byte === OPEN_LIST ? list !== null : byte === OPEN_OBJECT && fields.size > 0;
