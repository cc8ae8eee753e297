import { OutcomeClient } from '../outcome-client';

let client: OutcomeClient | undefined;

/** The page's only client of the outcome worker, which starts with the first run. */
export function outcomeClient(): OutcomeClient {
  client ??= new OutcomeClient(
    () => new Worker(new URL('../outcome-worker.ts', import.meta.url), { type: 'module' }),
  );
  return client;
}
