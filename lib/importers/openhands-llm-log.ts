/**
 * OpenHands' completion logs (`log_completions`): one file a call with its whole request.
 * https://docs.openhands.dev/sdk/guides/llm-logging
 */
import type { Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { CallSessions } from './calls/call-sessions';
import { isReadable } from './exchange/body';
import { isOpenHandsLog, openHandsCall } from './openhands-llm-log/call';
import {
  defineImporter,
  type ImportContext,
  type ImportError,
  type TraceHead,
  type TraceReader,
} from './importer';
import { fieldsOf } from './loose-json';
import { CallNames } from './messages/turns';

const id = 'openhands-llm-log';

function sniff({ kind, records }: TraceHead): boolean {
  if (kind === 'archive')
    return isOpenHandsLog(fieldsOf(fieldsOf(records[0])?.['first'])?.['value']);
  return records.some((record) =>
    Array.isArray(record) ? isOpenHandsLog(record[0]) : isOpenHandsLog(record),
  );
}

/** Reads completion logs; those of one folder chain into sessions. */
export const openhandsLlmLog = defineImporter({
  id,
  label: 'OpenHands completion logs',
  inputs: ['json', 'jsonl', 'archive'],
  sniff,
  start: (context, input) => new OpenHandsLogReader(context, input === 'archive'),
});

class OpenHandsLogReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #sessions: CallSessions;
  readonly #names = new CallNames();
  readonly #archive: boolean;

  constructor(context: ImportContext, archive: boolean) {
    this.#context = context;
    this.#archive = archive;
    this.#sessions = new CallSessions(context, {
      format: id,
      agent: 'OpenHands',
      thoughts: 'stripped',
    });
  }

  record(value: Json, at: number | string): void {
    const record = this.#archive ? fieldsOf(value)?.['value'] : value;
    if (Array.isArray(record)) record.forEach((item, i) => this.#call(item, `${at}[${i}]`));
    else this.#call(record, at);
  }

  end(): Result<void, ImportError> | null {
    return this.#sessions.end();
  }

  #call(value: unknown, at: number | string): void {
    const { receipt } = this.#context;
    const call =
      isOpenHandsLog(value) && isReadable(value) ? openHandsCall(value, at, this.#names) : null;
    if (call === null || call.messages.length === 0) {
      receipt.drop('not a completion log', at);
      return;
    }
    this.#sessions.call(call);
    receipt.keep();
  }
}
