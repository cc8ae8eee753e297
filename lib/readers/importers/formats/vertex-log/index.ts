/**
 * Vertex AI's request-response logs: rows of a BigQuery table, exported as JSON.
 * https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/request-response-logging
 */
import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { Json } from '@/lib/engine/session/schema';
import { CollectingReader, defineImporter, someRecord } from '../../importer';
import { readBody, type Body } from '../../mechanisms/exchange/body';
import { bareExchange, type Exchange } from '../../mechanisms/exchange/exchange';
import { ExchangeCalls } from '../../mechanisms/exchange/exchange-reader';
import { readSeconds } from '../../mechanisms/exchange/time';
import { jsonIn } from '../../mechanisms/messages/json-text';
import { fieldsOf, listOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';

const id = 'vertex-log';

/** A row of the table; null for anything else. */
function rowIn(value: unknown): Fields | null {
  const row = fieldsOf(value);
  if (row === null || !('logging_time' in row) || !('api_method' in row)) return null;
  return 'full_request' in row || 'request_payload' in row ? row : null;
}

/** A column of JSON, as text or already parsed; the payload columns repeat, a text an element. */
function bodyIn(row: Fields, whole: string, pieces: string): Body {
  const full = row[whole];
  if (full !== null && full !== undefined) return readBody(full);
  const list = listOf(row[pieces]);
  // A stream of a partner's model is its text in pieces, cut anywhere.
  const isCut = list.some((piece) => typeof piece === 'string' && jsonIn(piece) === undefined);
  return readBody(list.length === 1 ? list[0] : isCut ? list.join('') : list);
}

/** BigQuery prints a time as `2026-07-10 09:00:00 UTC`, or in seconds. */
function timeOf(value: unknown): number | null {
  const text = textOf(value)?.replace(/ UTC$/, 'Z') ?? value;
  const seconds = readSeconds(
    typeof text === 'string' && /^[\d.E]+$/.test(text) ? Number(text) : (text as Json),
  );
  return seconds === null ? null : Math.round(seconds * 1000);
}

function exchangeIn(row: Fields, at: At): Exchange | null {
  const request = bodyIn(row, 'full_request', 'request_payload').fields;
  if (request === null) return null;
  const model = textOf(row['model'])?.split('/').at(-1) ?? null;
  return {
    ...bareExchange({ ...request, ...(model !== null && { model }) }, at),
    response: bodyIn(row, 'full_response', 'response_payload'),
    time: timeOf(row['logging_time']),
  };
}

class VertexReader extends CollectingReader<ExchangeCalls> {
  record(value: Json, at: At): void {
    const { receipt } = this.context;
    if (!isPlainJson(value)) return receipt.lose('nested too deep, or a number beyond range', at);
    const row = rowIn(value);
    const exchange = row === null ? null : exchangeIn(row, at);
    if (exchange === null) receipt.lose('not a row with a request', at);
    else this.sessions.take(exchange, at);
  }
}

/** Reads rows of the table; requests of Gemini and of partners' models alike. */
export const vertexLog = defineImporter({
  id,
  label: 'Vertex AI request-response log',
  source: 'Vertex log',
  unseen: 'its source',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => someRecord(records, (record) => rowIn(record) !== null),
  start: (context) =>
    new VertexReader(context, new ExchangeCalls(context, { format: id, agent: 'Vertex AI' })),
});
