import type { QueryClient } from '@tanstack/react-query';
import type { ChangeListener } from './live-store';
import { staleKeys } from './stale-keys';

/** Changes of so long are taken together: an import of many files brings them by the hundred. */
const GATHER_MS = 300;

type Client = Pick<QueryClient, 'invalidateQueries' | 'isFetching'>;

/** Has what changes made stale fetched again, each part once at a time. */
export function refresh(client: Client): ChangeListener {
  const waiting = new Map<string, readonly unknown[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    for (const [name, queryKey] of waiting) {
      // A fetch under way is not cut off, or a long list would never arrive.
      if (client.isFetching({ queryKey }) > 0) continue;
      waiting.delete(name);
      void client.invalidateQueries({ queryKey });
    }
    if (waiting.size > 0) timer = setTimeout(flush, GATHER_MS);
  };
  return (changes) => {
    for (const key of staleKeys(changes)) waiting.set(JSON.stringify(key), key);
    if (waiting.size > 0) timer ??= setTimeout(flush, GATHER_MS);
  };
}
