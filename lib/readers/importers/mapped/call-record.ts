import type { Message, RecordedCall } from '../mechanisms/calls/recorded-call';
import { repeated } from '../mechanisms/exchange/recorded';
import { readAnyMessages } from '../mechanisms/messages/any-messages';
import { readBlocks } from '../mechanisms/messages/blocks';
import { decoded } from '../mechanisms/messages/json-text';
import { readChatTools } from '../mechanisms/messages/openai-chat';
import type { CallNames } from '../mechanisms/messages/turns';
import { readRefusal } from '../mechanisms/refusals/read-refusal';
import type { RecordFields } from './record-fields';

/** Reads a record as a request with its messages; else the receipt's reason for dropping it. */
export function readCallRecord(record: RecordFields, names: CallNames): RecordedCall | string {
  const request = readAnyMessages(record.one('messages'), 'user', names);
  if (request === null || request.messages.length === 0) {
    return 'no messages under the mapped path';
  }
  const system = readBlocks(decoded(record.one('system')), names);
  const response = readAnyMessages(record.one('output'), 'model', names)?.messages ?? [];
  const output = response.map((message): Message => ({ ...message, role: 'model' }));
  const error = record.error();
  const rejected = error === null ? null : readRefusal(error);
  return {
    at: record.at,
    time: record.time(),
    conversation: record.name('session'),
    lane: record.name('lane'),
    system: system.length > 0 ? system : request.system,
    tools: readChatTools(decoded(record.one('tools'))),
    messages: request.messages,
    carries: 'whole',
    id: record.name('call'),
    output: repeated(output, request.messages),
    ...record.usage(),
    model: record.name('model'),
    rejected,
    notices: error !== null && rejected === null ? [FAILED] : [],
  };
}

const FAILED = { code: 'call-failed', message: 'A call failed; nobody counted it.' };
