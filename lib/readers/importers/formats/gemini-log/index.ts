/**
 * Logged requests and responses of Gemini's generateContent.
 * https://ai.google.dev/api/generate-content
 */
import { apiOfHead, ExchangeReader } from '../../mechanisms/exchange/exchange-reader';
import { defineImporter } from '../../importer';

const id = 'gemini-log';

/** Reads request and response pairs, one per record. */
export const geminiLog = defineImporter({
  id,
  label: 'Gemini API log',
  source: 'Gemini log',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => apiOfHead(records) === 'gemini',
  start: (context) => new ExchangeReader(context, { format: id, agent: 'Gemini API' }),
});
