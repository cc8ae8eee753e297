import { readLoggedCall } from '../mechanisms/calls/logged-call';
import type { RecordedCall } from '../mechanisms/calls/recorded-call';
import type { CallNames } from '../mechanisms/messages/turns';
import type { RecordFields } from './record-fields';

const QUESTION = /(^|\.)(question|query|user[-_]?(input|message))$/i;

/** Reads a record as a request with its messages; else the receipt's reason for dropping it. */
export function readCallRecord(record: RecordFields, names: CallNames): RecordedCall | string {
  const call = {
    at: record.at,
    time: record.time(),
    conversation: record.name('session'),
    lane: record.name('lane'),
    id: record.name('call'),
    request: record.one('messages'),
    output: record.one('output'),
    system: record.one('system'),
    tools: record.one('tools'),
    ...record.usage(),
    model: record.name('model'),
    error: record.error(),
  };
  const read = readLoggedCall(call, names);
  if (typeof read === 'string') return 'no messages under the mapped path';
  // A question of a named conversation is what its request adds; a prompt may be the whole request.
  const isAdded = QUESTION.test(record.plan.mapping.fields.messages ?? '');
  const alone = isAdded && typeof call.request === 'string' && call.conversation !== null;
  return alone ? { ...read, carries: 'delta' } : read;
}
