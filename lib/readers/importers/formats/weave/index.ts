/**
 * Calls of W&B Weave, as its API streams them and its table is exported.
 * https://weave-docs.wandb.ai/guides/tracking/tracing and https://github.com/wandb/weave/blob/master/weave/trace_server/trace_server_interface.py
 */
import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { Json } from '@/lib/engine/session/schema';
import { CollectingReader, defineImporter, someRecord } from '../../importer';
import { apiOf } from '../../mechanisms/exchange/api';
import { readBody } from '../../mechanisms/exchange/body';
import { bareExchange, namedConversation, type Exchange } from '../../mechanisms/exchange/exchange';
import { ExchangeCalls } from '../../mechanisms/exchange/exchange-reader';
import { timeIn } from '../../mechanisms/exchange/time';
import { fieldsOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';

const id = 'weave';

/** A call of an operation; null for anything else. */
function callIn(value: unknown): Fields | null {
  const call = fieldsOf(value);
  const named = typeof call?.['op_name'] === 'string' && 'trace_id' in call && 'started_at' in call;
  return named && fieldsOf(call['inputs']) !== null ? call : null;
}

/** The call of a provider's client: its request are the inputs; null for other operations. */
function exchangeIn(call: Fields, at: At): Exchange | null {
  const inputs = fieldsOf(call['inputs']) ?? {};
  const usage = fieldsOf(fieldsOf(call['summary'])?.['usage']) ?? {};
  const output = readBody(call['output']);
  const exchange = {
    ...bareExchange(inputs, at),
    response: withUsage(output, Object.values(usage).map(fieldsOf)),
    time: timeIn(call['started_at']),
    conversation: textOf(call['thread_id']) ?? namedConversation(fieldsOf(call['attributes'])),
    error: textOf(call['exception']),
  };
  return apiOf(exchange) === null ? null : exchange;
}

/** A joined stream may lack its counts, which the summary holds then. */
function withUsage(
  output: Exchange['response'],
  [only]: readonly (Fields | null)[],
): Exchange['response'] {
  const { fields } = output;
  if (
    fields === null ||
    fieldsOf(fields['usage']) !== null ||
    only === undefined ||
    only === null
  ) {
    return output;
  }
  return { ...output, fields: { ...fields, usage: only } };
}

class WeaveReader extends CollectingReader<ExchangeCalls> {
  record(value: Json, at: At): void {
    const { receipt } = this.context;
    const call = isPlainJson(value) ? callIn(value) : null;
    if (call === null) return receipt.lose('not a call of an operation', at);
    const exchange = exchangeIn(call, at);
    if (exchange === null) receipt.drop('operation that is no request to a model', at);
    else this.sessions.take(exchange, at);
  }
}

/** Reads the calls of providers' clients among the operations. */
export const weave = defineImporter({
  id,
  label: 'Weave calls',
  source: 'Weave',
  unseen: 'its source',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => someRecord(records, (record) => callIn(record) !== null),
  start: (context) =>
    new WeaveReader(context, new ExchangeCalls(context, { format: id, agent: 'Weave' })),
});
