/**
 * Logged requests and responses of OpenAI's Chat Completions and Responses, and of what is
 * compatible with them, as proxies and wrappers write them.
 * https://platform.openai.com/docs/api-reference
 */
import { apiOfHead, ExchangeReader } from './exchange/exchange-reader';
import { defineImporter } from './importer';

const id = 'openai-log';

/** Reads request and response pairs, one a record. */
export const openaiLog = defineImporter({
  id,
  label: 'OpenAI API log',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => {
    const api = apiOfHead(records);
    return api === 'chat' || api === 'responses';
  },
  start: (context) => new ExchangeReader(context, { format: id, agent: 'OpenAI API' }),
});
