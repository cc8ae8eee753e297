/**
 * LiteLLM's StandardLoggingPayload and the rows of its spend logs.
 * https://docs.litellm.ai/docs/proxy/logging_spec
 */
import type { Json } from '@/lib/session/schema';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import { isPlainJson } from '@/lib/base/json-depth';
import { defineImporter } from '../../importer';
import { CollectingReader } from '../../mechanisms/collecting-reader';
import { asksForText, payloadOf, readPayload } from './payload';
import { CallNames } from '../../mechanisms/messages/turns';

const id = 'litellm';

const anyPayload = (record: Json): boolean =>
  Array.isArray(record) ? payloadOf(record[0]) !== null : payloadOf(record) !== null;

/** Reads LiteLLM's own log records, one per call. */
export const litellm = defineImporter({
  id,
  label: 'LiteLLM logs',
  source: 'LiteLLM',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => records.some(anyPayload),
  start: (context) =>
    new LiteLlmReader(
      context,
      new CallSessions(context, { format: id, agent: 'LiteLLM', thoughts: 'stripped' }),
    ),
});

class LiteLlmReader extends CollectingReader<CallSessions> {
  readonly #names = new CallNames();

  record(value: Json, at: number | string): void {
    const payload = isPlainJson(value) ? payloadOf(value) : null;
    if (payload !== null && !asksForText(payload)) {
      return this.context.receipt.drop('not a request for text', at);
    }
    const read =
      payload === null ? 'not a LiteLLM log record' : readPayload(payload, at, this.#names);
    this.sessions.take(read, at);
  }
}
