import { TuneClient } from '../tune/tune-client';

let client: TuneClient | undefined;

/** The page's only client of the tuning worker, which starts with the first task. */
export function tuneClient(): TuneClient {
  client ??= new TuneClient(
    () => new Worker(new URL('../tune/tune-worker.ts', import.meta.url), { type: 'module' }),
  );
  return client;
}
