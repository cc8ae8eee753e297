/**
 * Logged requests and responses of Gemini's generateContent.
 * https://ai.google.dev/api/generate-content
 */
import { apiOfHead, ExchangeReader } from './exchange/exchange-reader';
import { defineImporter } from './importer';

const id = 'gemini-log';

/** Reads request and response pairs, one a record. */
export const geminiLog = defineImporter({
  id,
  label: 'Gemini API log',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => apiOfHead(records) === 'gemini',
  start: (context) => new ExchangeReader(context, { format: id, agent: 'Gemini API' }),
});
