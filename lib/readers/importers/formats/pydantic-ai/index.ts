/**
 * Pydantic AI's messages, as `result.all_messages_json()` and `ModelMessagesTypeAdapter` write them.
 * https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai/messages.py
 */
import type { Json, Part } from '@/lib/engine/session/schema';
import { defineImporter, someRecord } from '../../importer';
import { fieldsOf, isoOf, listOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';
import { callPart, otherPart, readBlocks, responseParts } from '../../mechanisms/messages/blocks';
import { inlineAt, inlineText } from '../../mechanisms/messages/inline-data';
import { plain } from '../../mechanisms/messages/json-text';
import { textParts } from '../../mechanisms/messages/parts';
import { MessageFileReader } from '../../mechanisms/messages/message-file';
import { otelUsage } from '../../mechanisms/spans/attributes';

const id = 'pydantic-ai';

/** A message: a request of parts, or a response. */
function messageIn(value: unknown): Fields | null {
  const message = fieldsOf(value);
  const kind = message?.['kind'];
  if (message === null || (kind !== 'request' && kind !== 'response')) return null;
  return listOf(message['parts']).some((part) => typeof fieldsOf(part)?.['part_kind'] === 'string')
    ? message
    : null;
}

/** Contents of a user's prompt: texts, addresses, bytes. */
function promptParts(content: unknown): readonly Part[] {
  if (typeof content === 'string') return textParts(content);
  return listOf(content).flatMap((item): readonly Part[] => {
    if (typeof item === 'string') return textParts(item);
    const fields = fieldsOf(item);
    if (fields === null) return [];
    const [, medium] = /^(image|audio|video)-url$/.exec(textOf(fields['kind']) ?? '') ?? [];
    const usual = medium === undefined ? 'application/octet-stream' : `${medium}/*`;
    const mime = textOf(fields['media_type']) ?? usual;
    const url = textOf(fields['url']);
    if (url !== null) return [inlineAt(url, mime)];
    const data = textOf(fields['data']);
    if (data !== null) return [inlineText(data, mime)];
    return fields['kind'] === 'cache-point'
      ? []
      : [otherPart(textOf(fields['kind']) ?? 'content', fields)];
  });
}

/**
 * Counts with the cache inside the input, as Pydantic AI sums them for every provider; up to 0.7 they were
 * called `request_tokens` and `response_tokens`.
 */
function usageIn(message: Fields): Json {
  const usage = fieldsOf(message['usage']) ?? {};
  const details = fieldsOf(usage['details']) ?? {};
  return otelUsage({
    input: usage['input_tokens'] ?? usage['request_tokens'],
    output: usage['output_tokens'] ?? usage['response_tokens'],
    total: usage['total_tokens'],
    read: usage['cache_read_tokens'] ?? details['cached_tokens'],
    write: usage['cache_write_tokens'],
  });
}

class PydanticReader extends MessageFileReader {
  /** System prompts of the messages so far. */
  readonly #system: Part[] = [];

  protected take(value: Json, at: At): void {
    const message = messageIn(plain(value));
    if (message === null) return this.context.receipt.lose('not a message', at);
    const { receipt } = this.context;
    const time = isoOf(message['timestamp']);
    if (message['kind'] === 'request') this.#request(message, at);
    else {
      const parts = listOf(message['parts']).flatMap((part) => this.#said(fieldsOf(part) ?? {}));
      this.log.call(
        { role: 'model', parts },
        {
          at,
          time,
          model: textOf(message['model_name']),
          usage: usageIn(message),
          family: 'otel',
          lengthStop: message['finish_reason'] === 'length',
        },
      );
    }
    receipt.keep();
  }

  #request(message: Fields, at: At): void {
    const system: Part[] = [];
    const told: Part[] = [];
    const answers: Part[] = [];
    let time: string | null = null;
    for (const item of listOf(message['parts'])) {
      const part = fieldsOf(item) ?? {};
      time ??= isoOf(part['timestamp']);
      const kind = part['part_kind'];
      if (kind === 'system-prompt') system.push(...textParts(part['content']));
      else if (kind === 'user-prompt') told.push(...promptParts(part['content']));
      else answers.push(...this.#answer(part));
    }
    // The prompt's parts stay in the messages; the instructions are those of the newest request.
    this.#system.push(...system);
    const instructions = textParts(message['instructions']);
    this.log.instructions([...this.#system, ...instructions], at);
    this.log.turn({ role: 'user', parts: answers }, { at, time });
    this.log.turn({ role: 'user', parts: told }, { at, time });
  }

  /** A tool's result, or a request to try again, which answers a call where it names one. */
  #answer(part: Fields): readonly Part[] {
    const name = textOf(part['tool_name']);
    const callId = textOf(part['tool_call_id']);
    const { content } = part;
    if (part['part_kind'] !== 'retry-prompt') {
      return responseParts({ id: callId, name, content }, this.log.names);
    }
    // What a validator found is sent as JSON.
    const told = typeof content === 'string' ? content : JSON.stringify(content);
    return name === null
      ? textParts(told)
      : responseParts({ id: callId, name, content: told }, this.log.names);
  }

  #said(part: Fields): readonly Part[] {
    const { names } = this.log;
    const name = textOf(part['tool_name']) ?? 'unknown';
    const callId = textOf(part['tool_call_id']);
    switch (part['part_kind']) {
      case 'text':
        return textParts(part['content']);
      case 'thinking':
        return textParts(part['content'], 'thought');
      case 'tool-call':
      case 'builtin-tool-call':
        return [callPart({ id: callId, name, args: part['args'] }, names)];
      case 'builtin-tool-return':
        return responseParts({ id: callId, name, content: part['content'] }, names);
      case 'file':
        return promptParts([part['content']]);
      default:
        return readBlocks({ ...part, type: textOf(part['part_kind']) ?? 'part' }, names);
    }
  }
}

/** Reads the messages of one run or of a conversation; each response is a call. */
export const pydanticAi = defineImporter({
  id,
  label: 'Pydantic AI messages',
  source: 'Pydantic AI',
  unseen: 'its source',
  inputs: ['json', 'jsonl'],
  sniff: ({ records }) => someRecord(records, (record) => messageIn(record) !== null),
  start: (context) => new PydanticReader(context, id, 'Pydantic AI'),
});
