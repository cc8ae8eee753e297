import { ForgottenClient } from './forgotten-client';

let client: ForgottenClient | undefined;

/**
 * The page's only client of the worker for forgotten context, which starts with the first question. It
 * stands apart from the others, so that its code is fetched with what asks.
 */
export function forgottenClient(): ForgottenClient {
  client ??= new ForgottenClient(
    () => new Worker(new URL('./forgotten-worker.ts', import.meta.url), { type: 'module' }),
  );
  return client;
}
