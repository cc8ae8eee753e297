import type { LiveChange } from '@/lib/api/contract/events-contract';
import { queryKeys } from '@/lib/api/queries/queries';
import type { ChangeListener } from './live-store';

/** Prefixes of query keys to fetch again. */
type StaleKeys = readonly (readonly unknown[])[];

/** Prefixes of all data that changes without this page, or could not be fetched while offline. */
const everything: StaleKeys = [
  queryKeys.sessions,
  queryKeys.imports,
  queryKeys.watched,
  ...(['session', 'profile', 'entries', 'references', 'share'] as const).map((key) => [key]),
  ...(['limits', 'scenarios', 'mappings'] as const).map((key) => [key]),
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
      add(queryKeys.profile(subject), ['entries', subject], ['references', subject]);
    }
  }
  return [...keys.values()];
}

/** Period of changes handled together; an import of many files causes hundreds. */
const GATHER_MS = 300;

/** Sessions of a long list, and the least time between two fetches of one: 100,000 take a second. */
const LONG_LIST = 10_000;
const LONG_LIST_MS = 15_000;

/** The used part of a query client. */
interface Client {
  invalidateQueries(filters: { readonly queryKey: readonly unknown[] }): Promise<unknown>;
  isFetching(filters: { readonly queryKey: readonly unknown[] }): number;
  getQueryData(queryKey: readonly unknown[]): unknown;
}

/** Refetches stale data, each part once at a time. */
export function refresh(client: Client): ChangeListener {
  const waiting = new Map<string, readonly unknown[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let listed = -Infinity;
  const tooSoon = (queryKey: readonly unknown[]): boolean => {
    if (queryKey !== queryKeys.sessions) return false;
    const rows = client.getQueryData(queryKey);
    const isLong = Array.isArray(rows) && rows.length > LONG_LIST;
    if (isLong && Date.now() - listed < LONG_LIST_MS) return true;
    listed = Date.now();
    return false;
  };
  const flush = (): void => {
    timer = undefined;
    for (const [name, queryKey] of waiting) {
      // Let a running fetch finish, or a long list would never arrive.
      if (client.isFetching({ queryKey }) > 0 || tooSoon(queryKey)) continue;
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
