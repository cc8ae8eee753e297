/**
 * LiteLLM's StandardLoggingPayload and the rows of its spend logs.
 * https://docs.litellm.ai/docs/proxy/logging_spec
 */
import type { Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { CallSessions } from './calls/call-sessions';
import { isReadable } from './exchange/body';
import { defineImporter, type ImportContext, type ImportError, type TraceReader } from './importer';
import { payloadOf, readPayload } from './litellm/payload';
import { CallNames } from './messages/turns';

const id = 'litellm';

const anyPayload = (record: Json): boolean =>
  Array.isArray(record) ? payloadOf(record[0]) !== null : payloadOf(record) !== null;

/** Reads LiteLLM's own log records, one a call. */
export const litellm = defineImporter({
  id,
  label: 'LiteLLM logs',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => records.some(anyPayload),
  start: (context) => new LiteLlmReader(context),
});

class LiteLlmReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #sessions: CallSessions;
  readonly #names = new CallNames();

  constructor(context: ImportContext) {
    this.#context = context;
    this.#sessions = new CallSessions(context, {
      format: id,
      agent: 'LiteLLM',
      thoughts: 'stripped',
    });
  }

  end(): Result<void, ImportError> | null {
    return this.#sessions.end();
  }

  record(value: Json, at: number | string): void {
    const { receipt } = this.#context;
    const payload = isReadable(value) ? payloadOf(value) : null;
    if (payload === null) {
      receipt.drop('not a LiteLLM log record', at);
      return;
    }
    const read = readPayload(payload, at, this.#names);
    if (typeof read === 'string') receipt.drop(read, at);
    else {
      this.#sessions.call(read);
      receipt.keep();
    }
  }
}
