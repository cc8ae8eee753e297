/**
 * Sessions of Kiro CLI, `~/.kiro/sessions/cli/<uuid>.jsonl` (version v1 of its events); its source is not public, so as
 * readers describe real stores of 2.12: https://github.com/search?q=AssistantMessage+ToolResults+messages_snapshot+kiro
 */
import type { Json, Part } from '@/lib/engine/session/schema';
import { defineImporter } from '../../importer';
import { isoTime, readSeconds } from '../../mechanisms/exchange/time';
import { fieldsOf, listOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';
import { callPart, otherPart, readBlocks, responseParts } from '../../mechanisms/messages/blocks';
import { imageOf } from '../../mechanisms/messages/inline-data';
import { plain } from '../../mechanisms/messages/json-text';
import type { CallNames } from '../../mechanisms/messages/turns';
import { MessageFileReader, namedByFile } from '../../mechanisms/messages/message-file';
import { textParts } from '../../mechanisms/messages/parts';

const id = 'kiro';

const KINDS = new Set(['Prompt', 'AssistantMessage', 'ToolResults', 'Clear', 'Compaction']);

/** An event; null for anything else. */
function eventIn(value: unknown): Fields | null {
  const event = fieldsOf(value);
  if (event === null || typeof event['version'] !== 'string' || !('data' in event)) return null;
  return KINDS.has(textOf(event['kind']) ?? '') ? event : null;
}

class KiroReader extends MessageFileReader {
  protected take(value: Json, at: At): void {
    const { receipt } = this.context;
    const event = eventIn(plain(value));
    if (event === null) return receipt.lose('not an event', at);
    const data = fieldsOf(event['data']) ?? {};
    const time = isoTime(readSeconds(fieldsOf(data['meta'])?.['timestamp'] as Json | undefined));
    switch (event['kind']) {
      case 'Compaction':
        this.log.compaction({ kind: 'summary', summary: textParts(data['summary']) });
        return receipt.merge('a compaction', at);
      case 'Clear':
        this.log.compaction({ kind: 'summary', trigger: 'manual' });
        return receipt.merge('the user cleared the conversation', at);
      case 'AssistantMessage':
        this.log.call({ role: 'model', parts: this.#parts(data) }, { at, time, model: null });
        return receipt.keep();
      default: {
        const beside = textParts(fieldsOf(data['meta'])?.['additionalContext']);
        const parts = [...beside, ...this.#parts(data)];
        if (this.log.turn({ role: 'user', parts }, { at, time })) receipt.keep();
        else receipt.drop('message without content', at);
      }
    }
  }

  #parts(data: Fields): readonly Part[] {
    const { names } = this.log;
    return listOf(data['content']).flatMap((item): readonly Part[] => {
      const block = fieldsOf(item) ?? {};
      const inner = fieldsOf(block['data']);
      const callId = textOf(inner?.['toolUseId']) ?? textOf(inner?.['tool_use_id']);
      switch (block['kind']) {
        case 'text':
          return textParts(block['data']);
        case 'thinking':
          return textParts(
            textOf(block['data']) ?? inner?.['text'] ?? inner?.['thinking'],
            'thought',
          );
        case 'toolUse':
          return [
            callPart(
              { id: callId, name: textOf(inner?.['name']) ?? 'unknown', args: inner?.['input'] },
              names,
            ),
          ];
        case 'toolResult':
          return responseParts({ id: callId, content: resultOf(inner?.['content']) }, names);
        case 'image':
          return pictureOf(inner, names);
        default:
          return [otherPart(textOf(block['kind']) ?? 'block', block)];
      }
    });
  }
}

/** A picture, whose bytes a session lists as numbers. */
function pictureOf(image: Fields | null, names: CallNames): readonly Part[] {
  const source = fieldsOf(image?.['source']);
  const bytes = listOf(source?.['data'] ?? source?.['bytes']);
  if (bytes.length === 0) return readBlocks({ image }, names);
  const size = imageOf((i) => (typeof bytes[i] === 'number' ? bytes[i] : -1), null);
  const mime = `image/${textOf(image?.['format']) ?? '*'}`;
  return [{ kind: 'inline', mime, bytes: bytes.length, ...size }];
}

/** A result's pieces: texts and JSON, each under its kind. */
function resultOf(content: unknown): unknown {
  const pieces = listOf(content).map((item) => fieldsOf(item)?.['data'] ?? item);
  if (pieces.length === 1 && typeof pieces[0] !== 'string') return pieces[0];
  if (pieces.length === 0) return content;
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece : JSON.stringify(piece)))
    .join('\n');
}

/** Reads a session's events; no call is counted. */
export const kiro = defineImporter({
  id,
  label: 'Kiro session',
  source: 'Kiro',
  unseen: 'its program',
  inputs: ['jsonl'],
  sniff: ({ records }) => records.some((record) => eventIn(record) !== null),
  start: (context) => new KiroReader(context, id, 'Kiro', namedByFile(context.file)),
});
