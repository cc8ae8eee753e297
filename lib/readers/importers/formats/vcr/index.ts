/**
 * https://vcrpy.readthedocs.io/en/latest/advanced.html#register-your-own-serializer and
 * https://relishapp.com/vcr/vcr/docs/cassettes/cassette-format
 * Cassettes of recorded requests as JSON or, made the same by the host, YAML: `{version, interactions}` of
 * vcrpy and go-vcr, and VCR's `{http_interactions, recorded_with}`, which betamax and vcr-cassette write.
 */
import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { Json } from '@/lib/engine/session/schema';
import { defineImporter, CollectingReader } from '../../importer';
import { ExchangeCalls } from '../../mechanisms/exchange/exchange-reader';
import { fieldsOf, listOf, type At } from '../../mechanisms/loose-json';
import { isInteraction, readInteraction } from './interaction';

const id = 'vcr';

function isCassette(document: unknown): boolean {
  const fields = fieldsOf(document);
  return ['interactions', 'http_interactions'].some((name) =>
    isInteraction(listOf(fields?.[name])[0]),
  );
}

/** Reads the requests to providers of a cassette. */
export const vcr = defineImporter({
  id,
  label: 'Request cassette (VCR, vcrpy)',
  source: 'VCR cassette',
  inputs: ['json'],
  lists: ['interactions[]', 'http_interactions[]'],
  sniff: ({ records }) => isCassette(records[0]),
  start: (context) =>
    new CassetteReader(context, new ExchangeCalls(context, { format: id, agent: 'VCR cassette' })),
});

class CassetteReader extends CollectingReader<ExchangeCalls> {
  #compressed = 0;

  record(value: Json, at: At, list?: string): void {
    // The interactions of a cassette follow it.
    if (list === undefined) return;
    const fields = fieldsOf(value);
    if (fields === null || !isInteraction(fields) || !isPlainJson(fields)) {
      return this.context.receipt.lose('not an interaction of a cassette', at);
    }
    const read = readInteraction(fields, at);
    if (read === null) {
      return this.context.receipt.drop('not a request to a language model', at);
    }
    if (read.compressed) this.#compressed++;
    this.sessions.take(read.exchange, at);
  }

  protected override close(): void {
    const { receipt } = this.context;
    if (this.#compressed > 0) {
      const many = `${this.#compressed} response${this.#compressed === 1 ? '' : 's'}`;
      receipt.remark(`Compressed, so neither text nor usage is known: ${many}.`);
    }
  }
}
