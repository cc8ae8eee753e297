/**
 * https://platform.openai.com/docs/guides/batch and
 * https://docs.anthropic.com/en/docs/build-with-claude/batch-processing
 * Batch files of OpenAI (and of providers with its form) and Anthropic: requests, results, errors, in
 * one file or in the files of a folder or an archive. Each request is a session of its own.
 */
import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { Json } from '@/lib/engine/session/schema';
import {
  defineImporter,
  type ImportContext,
  type TraceHead,
  CollectingReader,
} from '../../importer';
import { fieldsOf, listOf, memberNames, type At } from '../../mechanisms/loose-json';
import { JoinedLines } from './joined-lines';
import { lineOf } from './line';

const id = 'batch';

/** The requests in the body that creates Anthropic's batch; null for anything else. */
function requestsIn(value: unknown): readonly unknown[] | null {
  const requests = fieldsOf(value)?.['requests'];
  return Array.isArray(requests) ? listOf(requests) : null;
}

const isLine = (value: unknown): boolean =>
  lineOf(value, 0) !== null ||
  lineOf(listOf(value)[0], 0) !== null ||
  lineOf(requestsIn(value)?.[0], 0) !== null;

/** True for files of lines each of which begins with a line of a batch. */
function areFiles(head: unknown): boolean {
  const firsts = listOf(fieldsOf(head)?.['firsts']);
  return (
    firsts.length > 0 && firsts.every((first) => lineOf(fieldsOf(first)?.['value'], 0) !== null)
  );
}

const sniff = ({ kind, records }: TraceHead): boolean =>
  kind === 'archive' ? areFiles(records[0]) : records.some(isLine);

/** Reads the requests and results of batches. */
export const batch = defineImporter({
  id,
  label: 'Batch files (OpenAI, Anthropic)',
  source: 'Batch',
  inputs: ['jsonl', 'json', 'archive'],
  lists: ['requests[]'],
  memberOrder: (names) => memberNames({ names }).filter((name) => /\.jsonl$/i.test(name)),
  sniff,
  start: (context, input) => new BatchReader(context, input === 'archive'),
});

class BatchReader extends CollectingReader<JoinedLines> {
  constructor(
    context: ImportContext,
    private readonly archive: boolean,
  ) {
    super(context, new JoinedLines(context, id));
  }

  protected override close(): void {
    this.sessions.flush();
  }

  record(value: Json, at: At, list?: string): void {
    const record = this.archive ? fieldsOf(value)?.['value'] : value;
    // The requests of a body follow it.
    if (list === undefined && requestsIn(record) !== null) return;
    const line = isPlainJson(record) ? lineOf(record, at) : null;
    if (line === null) this.context.receipt.lose('not a line of a batch', at);
    else this.sessions.take(line);
  }
}
