import type { QueryClient } from '@tanstack/react-query';
import type { LiveChange } from '@/lib/host/api/contract/events-contract';
import { queryKeys } from '@/lib/host/api/queries/queries';
import type { ChangeListener } from './live-store';

/** Prefixes of query keys to fetch again. */
type StaleKeys = readonly (readonly unknown[])[];

/** Prefixes of all data that changes without this page, or could not be fetched while offline. */
const everything: StaleKeys = [
  queryKeys.sessions,
  queryKeys.imports,
  queryKeys.watched,
  ...(['session', 'profile', 'entries', 'share', 'limits', 'scenarios', 'mappings'] as const).map(
    (key) => [key],
  ),
];

/** Query keys to fetch again after some changes. */
export function staleKeys(changes: readonly LiveChange[] | 'missed'): StaleKeys {
  if (changes === 'missed') return everything;
  const keys = new Map<string, readonly unknown[]>();
  const add = (...stale: StaleKeys): void => {
    for (const key of stale) keys.set(JSON.stringify(key), key);
  };
  for (const { kind, subject } of changes) {
    if (kind === 'import') add(queryKeys.imports, queryKeys.sessions, queryKeys.watched);
    else if (kind === 'folder') add(queryKeys.watched);
    else if (kind === 'session') {
      add(queryKeys.sessions, queryKeys.session(subject));
      add(queryKeys.profile(subject), ['entries', subject]);
    }
  }
  return [...keys.values()];
}

/** Period of changes handled together; an import of many files causes hundreds. */
const GATHER_MS = 300;

type Client = Pick<QueryClient, 'invalidateQueries' | 'isFetching'>;

/** Refetches stale data, each part once at a time. */
export function refresh(client: Client): ChangeListener {
  const waiting = new Map<string, readonly unknown[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    for (const [name, queryKey] of waiting) {
      // Let a running fetch finish, or a long list would never arrive.
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
