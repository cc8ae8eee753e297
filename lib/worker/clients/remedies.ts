import { RemedyClient } from '../remedies/remedy-client';

let client: RemedyClient | undefined;

/** The page's only client of the worker for remedies, which starts with the first question. */
export function remedyClient(): RemedyClient {
  client ??= new RemedyClient(
    () => new Worker(new URL('../remedies/remedy-worker.ts', import.meta.url), { type: 'module' }),
  );
  return client;
}
