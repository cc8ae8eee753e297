import { RecallClient } from './recall-client';

let client: RecallClient | undefined;

/**
 * The page's only client of the worker for what is used again, which starts with the first question. It
 * stands apart from the others, so that its code is fetched with what asks.
 */
export function recallClient(): RecallClient {
  client ??= new RecallClient(
    () => new Worker(new URL('./recall-worker.ts', import.meta.url), { type: 'module' }),
  );
  return client;
}
