import type { LiveChange } from '@/lib/api/events-contract';
import { queryKeys } from '@/lib/api/queries';

/** Keys of the query cache: what begins with one of them is to be fetched again. */
export type StaleKeys = readonly (readonly unknown[])[];

/** Everything that may change by itself. */
const everything: StaleKeys = [
  queryKeys.sessions,
  queryKeys.imports,
  queryKeys.watched,
  ...(['session', 'profile', 'entries', 'steps', 'compactions'] as const).map((key) => [key]),
];

/** What a page has to fetch again after some changes. */
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
      add(
        queryKeys.sessions,
        queryKeys.session(subject),
        queryKeys.profile(subject),
        ['entries', subject],
        ['steps', subject],
        queryKeys.prefix(subject),
        queryKeys.compactions(subject),
      );
    }
  }
  return [...keys.values()];
}
