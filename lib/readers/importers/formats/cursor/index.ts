/**
 * Transcripts of Cursor's agent, `~/.cursor/projects/<folder>/agent-transcripts/<id>/<id>.jsonl`. Its source is not
 * public; as its hooks' documentation names the file, and as readers describe it: https://cursor.com/docs/agent/hooks
 */
import type { Json } from '@/lib/engine/session/schema';
import { defineImporter } from '../../importer';
import { fieldsOf, listOf, textOf, type At } from '../../mechanisms/loose-json';
import { readBlocks } from '../../mechanisms/messages/blocks';
import { CallsInOrder } from '../../mechanisms/messages/calls-in-order';
import { plain } from '../../mechanisms/messages/json-text';
import { MessageFileReader, namedByFile } from '../../mechanisms/messages/message-file';

const id = 'cursor';

/** Fields that a line of other agents has beside its message. */
const OTHERS = ['type', 'uuid', 'id', 'sessionId', 'timestamp'];

/** A message: a role beside a list of blocks, and nothing that says whose log it is. */
function messageIn(
  value: unknown,
): { readonly role: string; readonly content: readonly unknown[] } | null {
  const line = fieldsOf(value);
  const message = fieldsOf(line?.['message']);
  const role = textOf(line?.['role']);
  if (line === null || message === null || (role !== 'user' && role !== 'assistant')) return null;
  if ('role' in message || OTHERS.some((name) => name in line)) return null;
  return Array.isArray(message['content']) ? { role, content: listOf(message['content']) } : null;
}

class CursorReader extends MessageFileReader {
  readonly #calls = new CallsInOrder();

  protected take(value: Json, at: At): void {
    const { receipt } = this.context;
    const message = messageIn(plain(value));
    if (message === null) {
      if (fieldsOf(value)?.['type'] === 'turn_ended') return receipt.merge('the end of a turn', at);
      return receipt.lose('not a message', at);
    }
    const blocks = message.content.map((block) => this.#named(block));
    const parts = readBlocks(blocks, this.log.names);
    if (message.role === 'assistant') {
      this.log.call({ role: 'model', parts }, { at, time: null, model: null });
      return receipt.keep();
    }
    if (this.log.turn({ role: 'user', parts }, { at, time: null })) receipt.keep();
    else receipt.drop('message without content', at);
  }

  /** A call or a result with an id. */
  #named(block: unknown): unknown {
    const fields = fieldsOf(block);
    if (fields?.['type'] === 'tool_use') return { id: this.#calls.call(), ...fields };
    if (fields?.['type'] !== 'tool_result' || 'tool_use_id' in fields) return block;
    return { ...fields, tool_use_id: this.#calls.result() };
  }
}

/** Reads a transcript; it counts no call, and holds a tool's results in some versions only. */
export const cursor = defineImporter({
  id,
  label: 'Cursor transcript',
  source: 'Cursor',
  unseen: 'its program',
  inputs: ['jsonl'],
  sniff: ({ records }) => records.some((record) => messageIn(record) !== null),
  start: (context) => new CursorReader(context, id, 'Cursor', namedByFile(context.file)),
});
