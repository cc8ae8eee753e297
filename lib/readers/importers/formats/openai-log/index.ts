/**
 * Logged requests and responses of OpenAI's Chat Completions and Responses, and of compatible
 * interfaces, as proxies and wrappers write them. https://platform.openai.com/docs/api-reference
 */
import { apiOfHead, ExchangeReader } from '../../mechanisms/exchange/exchange-reader';
import { defineImporter } from '../../importer';

const id = 'openai-log';

/** Reads request and response pairs, one per record. */
export const openaiLog = defineImporter({
  id,
  label: 'OpenAI API log',
  source: 'OpenAI log',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => {
    const api = apiOfHead(records);
    return api === 'chat' || api === 'responses';
  },
  start: (context) => new ExchangeReader(context, { format: id, agent: 'OpenAI API' }),
});
