/**
 * Sessions of Factory's Droid, `~/.factory/sessions/<folder>/<uuid>.jsonl`; its source is not public, so as its files
 * and their readers show them: https://docs.factory.ai/cli/configuration/settings
 */
import type { Json } from '@/lib/engine/session/schema';
import { defineImporter } from '../../importer';
import {
  fieldsOf,
  firstText,
  timeOf,
  textOf,
  type At,
  type Fields,
} from '../../mechanisms/loose-json';
import { readBlocks } from '../../mechanisms/messages/blocks';
import { plain } from '../../mechanisms/messages/json-text';
import { MessageFileReader } from '../../mechanisms/messages/message-file';
import { textParts } from '../../mechanisms/messages/parts';
import { projectFolder } from '../../mechanisms/session-facts';

const id = 'droid';

/** Ids of the messages before the anchor are covered by a compaction; it and what follows stay. */
class DroidReader extends MessageFileReader {
  readonly #places = new Map<string, number>();

  protected take(value: Json, at: At): void {
    const { receipt } = this.context;
    const line = fieldsOf(plain(value));
    const type = textOf(line?.['type']);
    if (line === null || type === null) return receipt.lose('not a line of a session', at);
    switch (type) {
      case 'session_start':
        return this.#begin(line, at);
      case 'message':
        return this.#message(line, at);
      case 'compaction_state':
        return this.#compaction(line, at);
      default:
        return receipt.drop(`not part of a request: ${type.slice(0, 60)}`, at);
    }
  }

  #begin(line: Fields, at: At): void {
    const { file } = this.context;
    const sessionId = textOf(line['id']) ?? file;
    const title = firstText(line, ['sessionTitle', 'title']);
    this.log.rename({
      ...(title !== null && { name: title }),
      project: projectFolder(line['cwd']),
      source: { format: id, file, agent: 'Droid', sessionId },
    });
    this.context.receipt.merge('facts about a session', at);
  }

  #message(line: Fields, at: At): void {
    const { receipt } = this.context;
    const message = fieldsOf(line['message']) ?? {};
    const parts = readBlocks(message['content'], this.log.names);
    const time = timeOf(line);
    const name = textOf(line['id']);
    if (name !== null) this.#places.set(name, this.log.entryCount);
    if (message['role'] === 'assistant') {
      const usage = fieldsOf(message['usage']);
      this.log.call({ role: 'model', parts }, { at, time, model: textOf(message['model']), usage });
      receipt.keep();
    } else if (this.log.turn({ role: 'user', parts }, { at, time })) receipt.keep();
    else receipt.drop('message without content', at);
  }

  /** The anchor is the last message that the summary covers. */
  #compaction(line: Fields, at: At): void {
    const anchor = textOf(fieldsOf(line['anchorMessage'])?.['id']);
    const place = anchor === null ? undefined : this.#places.get(anchor);
    const length = this.log.entryCount;
    const from = place === undefined ? length : place + 1;
    this.log.compaction({
      kind: 'summary',
      summary: textParts(line['summaryText']),
      kept: from < length ? [[from, length]] : [],
      time: timeOf(line),
    });
    this.context.receipt.merge('a compaction', at);
  }
}

function isLine(value: unknown): boolean {
  const line = fieldsOf(value);
  if (line?.['type'] === 'compaction_state')
    return 'summaryText' in line || 'anchorMessage' in line;
  if (line?.['type'] === 'session_start') return 'id' in line && ('cwd' in line || 'title' in line);
  return false;
}

/** Reads a session's lines; counts stand in the file of its settings alone, for the whole session. */
export const droid = defineImporter({
  id,
  label: 'Factory Droid session',
  source: 'Droid',
  unseen: 'its program',
  inputs: ['jsonl'],
  sniff: ({ records }) => records.some(isLine),
  start: (context) => new DroidReader(context, id, 'Droid'),
});
