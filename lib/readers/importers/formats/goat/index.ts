/**
 * Goat's sessions, `<sessions>/<id>/messages.jsonl`:
 * https://github.com/jack-phare/goat/blob/main/pkg/session/store.go (files) and
 * https://github.com/jack-phare/goat/blob/main/pkg/agent/interfaces.go (`MessageEntry`); its document
 * `docs/diagrams/09-session-persistence.md` shows the same lines without the inner `message`. The
 * messages that Goat sends to its host are those of Claude Code's stream, which its importer reads.
 */
import type { Json } from '@/lib/engine/session/schema';
import { defineImporter, type ImportContext, CountedReader } from '../../importer';
import { fieldsOf, textOf, timeOf, type At } from '../../mechanisms/loose-json';
import { ChatLog } from '../../mechanisms/messages/chat-log';

/** The folder of a session is named by its id. */
const FOLDER = /([^/]+)\/messages\.jsonl$/;

/** Reads the messages of one session. */
class GoatReader extends CountedReader {
  readonly #log: ChatLog;
  readonly #known = new Set<string>();

  constructor(context: ImportContext) {
    super(context);
    const { file, store } = context;
    const sessionId = FOLDER.exec(file)?.[1] ?? file;
    const source = { format: 'goat', file, agent: 'Goat', sessionId };
    this.#log = new ChatLog(store, { name: 'Goat session', source });
  }

  protected take(value: Json, at: At): void {
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

const KEYS = ['message', 'timestamp', 'uuid'];

/** True for a line of three fields whose message is one of Chat Completions. */
function isEntry(record: Json): boolean {
  const line = fieldsOf(record);
  if (line === null || Object.keys(line).sort().join() !== KEYS.join()) return false;
  const message = fieldsOf(line['message']);
  return (
    typeof line['uuid'] === 'string' &&
    timeOf(line) !== null &&
    typeof message?.['role'] === 'string' &&
    !Object.hasOwn(message, 'parts')
  );
}

/** Reads Goat's messages; they hold neither counts nor compactions. */
export const goat = defineImporter({
  id: 'goat',
  label: 'Goat',
  inputs: ['jsonl'],
  sniff: ({ records }) => records.length > 0 && records.every(isEntry),
  start: (context) => new GoatReader(context),
});
