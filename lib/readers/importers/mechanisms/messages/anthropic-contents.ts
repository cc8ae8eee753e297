import { isPlainJson } from '@/lib/engine/base/json-depth';
import { callOf, responseOf, textParts } from './parts';
import type { Json, Part } from '@/lib/engine/session/schema';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { inlineBase64 } from './inline-data';

/** Names the tool of a call id; null until the call has been read. */
type ToolNames = (callId: string) => string | null;

/** Collects the parts of one message's content and counts the blocks left out. */
export class ContentReader {
  readonly parts: Part[] = [];
  /** Ids of the calls answered, in order. */
  readonly answered: string[] = [];
  /** Calls made: id and tool name. */
  readonly called: (readonly [id: string, name: string])[] = [];
  /** Blocks left out: nested too deep, or with a number that JSON cannot write. */
  refused = 0;

  constructor(private readonly names: ToolNames = () => null) {}

  /** Takes a message's `content`: a string or a list of blocks. */
  read(content: unknown): this {
    this.parts.push(...textParts(content));
    for (const item of listOf(content)) {
      const block = fieldsOf(item);
      if (block) this.#block(block);
    }
    return this;
  }

  #block(block: Fields): void {
    switch (block['type']) {
      case 'text':
        this.parts.push({ kind: 'text', text: textOf(block['text']) ?? '' });
        return;
      case 'thinking':
      case 'redacted_thinking':
        this.parts.push({ kind: 'thought', text: textOf(block['thinking']) ?? '' });
        return;
      case 'tool_use':
      case 'server_tool_use':
        return this.#call(block);
      case 'tool_result':
        return this.#result(block);
      case 'image':
      case 'document':
        return this.#media(block);
      default:
        this.#other(block);
    }
  }

  #call(block: Fields): void {
    const name = textOf(block['name']) ?? 'unknown';
    const id = textOf(block['id']);
    if (id !== null) this.called.push([id, name]);
    const args = (block['input'] ?? {}) as Json;
    if (!isPlainJson(args)) this.refused++;
    else this.parts.push(callOf(id, name, args));
  }

  /** Takes a result: its texts, joined; pictures inside it become separate parts. */
  #result(block: Fields): void {
    const id = textOf(block['tool_use_id']);
    if (id !== null) this.answered.push(id);
    const name = (id === null ? null : this.names(id)) ?? id ?? 'unknown';
    const texts: string[] = [];
    const media: Fields[] = [];
    const whole = textOf(block['content']);
    if (whole !== null) texts.push(whole);
    for (const item of listOf(block['content'])) {
      const inner = fieldsOf(item);
      if (inner?.['type'] === 'image' || inner?.['type'] === 'document') media.push(inner);
      else if (inner) texts.push(textOf(inner['text']) ?? textOf(inner['tool_name']) ?? '');
    }
    this.parts.push(responseOf(id, name, { result: texts.join('\n') }));
    for (const inner of media) this.#media(inner);
  }

  /** Inline bytes of an image or a document; none for one given by text or address. */
  #media(block: Fields): void {
    const source = fieldsOf(block['source']);
    const data = textOf(source?.['data']) ?? '';
    const mime = textOf(source?.['media_type']) ?? 'application/octet-stream';
    if (source?.['type'] === 'text') this.parts.push({ kind: 'text', text: data });
    else this.parts.push(inlineBase64(data, mime));
  }

  #other(block: Fields): void {
    const type = textOf(block['type']) ?? 'unknown';
    if (!isPlainJson(block)) this.refused++;
    else this.parts.push({ kind: 'other', type: `claude:${type}`, value: block as Json });
  }
}
