/**
 * Logged requests and responses of Anthropic's Messages, as claude-trace and other proxies write
 * them. https://docs.anthropic.com/en/api/messages
 */
import { apiOfHead, ExchangeReader } from '../../mechanisms/exchange/exchange-reader';
import { defineImporter } from '../../importer';

const id = 'anthropic-log';

/** Reads request and response pairs, one per record. */
export const anthropicLog = defineImporter({
  id,
  label: 'Anthropic API log',
  source: 'Anthropic log',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => apiOfHead(records) === 'anthropic',
  start: (context) => new ExchangeReader(context, { format: id, agent: 'Anthropic API' }),
});
