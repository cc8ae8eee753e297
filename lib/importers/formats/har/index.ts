/**
 * HTTP archives (http://www.softwareishard.com/blog/har-12-spec/) with requests to providers, and
 * LHAR, the LLM HTTP archive (https://github.com/larsderidder/context-lens, schema/lhar.schema.json).
 */
import type { Json } from '@/lib/session/schema';
import { isPlainJson } from '@/lib/base/json-depth';
import { ExchangeCalls } from '../../mechanisms/exchange/exchange-reader';
import { harExchange, lharExchange } from './entries';
import { defineImporter } from '../../importer';
import { CollectingReader } from '../../mechanisms/collecting-reader';
import { fieldsOf, listOf, type Fields } from '../../mechanisms/loose-json';

const id = 'har';

/** The entries of a document; null if it is not an archive. */
function entriesOf(document: unknown): readonly unknown[] | null {
  const fields = fieldsOf(document);
  for (const name of ['log', 'lhar']) {
    const entries = fieldsOf(fields?.[name])?.['entries'];
    if (Array.isArray(entries)) return listOf(entries);
  }
  return null;
}

/** An LHAR line: a session's preamble or an entry with both bodies. */
function isLine(value: unknown): boolean {
  const line = fieldsOf(value);
  if (line === null || typeof line['trace_id'] !== 'string') return false;
  if (line['type'] === 'session') return 'started_at' in line && 'tool' in line;
  return line['type'] === 'entry' && 'raw' in line && 'http' in line;
}

function isArchive(document: unknown): boolean {
  const entries = entriesOf(document);
  if (entries === null) return false;
  const log = fieldsOf(fieldsOf(document)?.['log']);
  const first = fieldsOf(entries[0]);
  if (!Array.isArray(log?.['entries'])) return true;
  return 'creator' in log || ('startedDateTime' in (first ?? {}) && 'request' in (first ?? {}));
}

/** Reads the requests to providers of an HTTP archive. */
export const har = defineImporter({
  id,
  label: 'HTTP archive (HAR, LHAR)',
  source: 'HAR, LHAR',
  inputs: ['json', 'jsonl'],
  lists: ['log.entries[]', 'lhar.entries[]'],
  sniff: ({ kind, records }) =>
    kind === 'json' ? isArchive(records[0]) || isLine(records[0]) : records.some(isLine),
  start: (context) =>
    new HarReader(context, new ExchangeCalls(context, { format: id, agent: 'HTTP archive' })),
});

class HarReader extends CollectingReader<ExchangeCalls> {
  /** The tool of each session, as named by LHAR's preambles. */
  readonly #tools = new Map<string, string>();

  record(value: Json, at: number | string, list?: string): void {
    if (list === 'log.entries[]') this.#entry(value, at);
    // An archive's entries follow it.
    else if (list !== undefined || entriesOf(value) === null) this.#line(value, at);
  }

  #entry(value: unknown, at: number | string): void {
    const entry = fieldsOf(value);
    if (entry === null || !isPlainJson(entry))
      this.context.receipt.lose('not an HTTP archive entry', at);
    else {
      const exchange = harExchange(entry, at);
      if (exchange !== null) this.sessions.take(exchange, at);
      else this.context.receipt.drop('not a request to a language model', at);
    }
  }

  #line(value: unknown, at: number | string): void {
    const line = fieldsOf(value);
    if (line === null || !isPlainJson(line))
      this.context.receipt.lose('not an HTTP archive entry', at);
    else if (line['type'] === 'session') this.#session(line, at);
    else {
      const exchange = lharExchange(line, at, this.#tools);
      if (exchange !== null) this.sessions.take(exchange, at);
      else this.context.receipt.lose('the request’s body is not recorded', at);
    }
  }

  #session(line: Fields, at: number | string): void {
    const { trace_id: trace, tool } = line;
    if (typeof trace === 'string' && typeof tool === 'string') this.#tools.set(trace, tool);
    this.context.receipt.merge('facts shared by all entries', at);
  }
}
