import type { Part } from '@/lib/session/schema';
import { inlineAt } from '../../mechanisms/messages/inline-data';
import type { Turn } from '../../mechanisms/messages/turns';

/** `USER text`; a line without a role continues one whose text has several lines. */
const LINE = /^([A-Z_]+)(?: (.*))?$/s;

/** Fields of an item of a message's list, each a line: `USER type: text`, `USER Image_url URL: …`. */
const FIELD = /^(type|text|cache_control|Image_url URL): ?(.*)$/s;

/** Collects the lines of one logged message, whose role stands before each. */
export class LoggedMessage {
  #role: string | null = null;
  readonly #texts: string[] = [];
  /** True for a message that is a list of items: a line names each of their fields. */
  #list = false;
  /** Lines of the text of the item that is being read; null outside of a text. */
  #item: string[] | null = null;
  readonly #parts: Part[] = [];

  line(line: string): void {
    const [, role, text = ''] = LINE.exec(line) ?? [];
    if (role === undefined || (this.#role !== null && role !== this.#role)) {
      this.#continued(line);
      return;
    }
    if (this.#role === null) this.#list = text.startsWith('type: ');
    this.#role = role;
    if (this.#list) this.#field(text);
    else this.#texts.push(text);
  }

  /** The message; without parts where it holds no text. */
  turn(): Turn {
    this.#endItem();
    const text = this.#texts.join('\n');
    const parts: Part[] = text.trim() === '' ? this.#parts : [{ kind: 'text', text }];
    const role = this.#role === 'ASSISTANT' ? 'model' : 'user';
    return { role, parts, ...(this.#role === 'SYSTEM' && { system: true }) };
  }

  /** A line of a text that has several, which Aider logs without the role. */
  #continued(line: string): void {
    if (this.#list) this.#item?.push(line);
    else if (this.#role !== null && line !== '') this.#texts.push(line);
  }

  #field(text: string): void {
    const [, name, value = ''] = FIELD.exec(text) ?? [];
    if (name === undefined) {
      this.#item?.push(text);
      return;
    }
    if (name !== 'cache_control') this.#endItem();
    if (name === 'text') this.#item = [value];
    else if (name === 'Image_url URL') this.#parts.push(inlineAt(value, 'image/*'));
  }

  #endItem(): void {
    const text = this.#item?.join('\n') ?? '';
    if (text !== '') this.#parts.push({ kind: 'text', text });
    this.#item = null;
  }
}
