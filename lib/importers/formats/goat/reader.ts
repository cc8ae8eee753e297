import type { Json } from '@/lib/session/schema';
import type { ImportContext } from '../../importer';
import { CountedReader } from '../../mechanisms/counted-reader';
import { fieldsOf, textOf, timeOf } from '../../mechanisms/loose-json';
import { ChatLog } from '../../mechanisms/messages/chat-log';

/** The folder of a session is named by its id. */
const FOLDER = /([^/]+)\/messages\.jsonl$/;

/** Reads the messages of one session. */
export class GoatReader extends CountedReader {
  readonly #log: ChatLog;
  readonly #known = new Set<string>();

  constructor(context: ImportContext) {
    super(context);
    const { file, store } = context;
    const sessionId = FOLDER.exec(file)?.[1] ?? file;
    const source = { format: 'goat', file, agent: 'Goat', sessionId };
    this.#log = new ChatLog(store, { name: 'Goat session', source });
  }

  protected take(value: Json, at: number | string): void {
    const { receipt } = this.context;
    const line = fieldsOf(value);
    const message = fieldsOf(line?.['message']);
    if (line === null || message === null) return receipt.lose('not a message', at);
    const id = textOf(line['uuid']);
    if (id !== null && this.#known.has(id)) return receipt.merge('repeated message', at);
    if (id !== null) this.#known.add(id);
    const kept = this.#log.message(message, { at, time: timeOf(line), model: null });
    if (kept) receipt.keep();
    else receipt.drop('message without content', at);
  }

  protected close(): void {
    const draft = this.#log.finish();
    this.session(draft);
    if (draft !== null) {
      this.context.receipt.remark('Goat’s log holds messages only: no counts and no compactions.');
    }
  }
}
