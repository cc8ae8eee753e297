import { TokenizerClient } from '../tokenizer-client';

let client: TokenizerClient | undefined;

/** The page's only client of the tokenizer worker, which loads and starts with the first run. */
export function tokenizerClient(): TokenizerClient {
  client ??= new TokenizerClient(
    () => new Worker(new URL('../tokenizer-worker.ts', import.meta.url), { type: 'module' }),
  );
  return client;
}
