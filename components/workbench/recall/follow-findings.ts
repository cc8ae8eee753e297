import type { QueryClient } from '@tanstack/react-query';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { fetchReferences } from '@/lib/host/api/queries/recall-queries';
import type { Workbench } from '../state/use-workbench';
import { chanceLevel } from './chance-level';
import { recallFeed } from './recall-feed';

/**
 * Calls `take` with the findings of each replay's context, if the session has names.
 * @returns what ends it. @throws ApiError
 */
export async function followFindings(
  client: QueryClient,
  { store, record }: Pick<Workbench, 'store' | 'record'>,
  take: (findings: readonly Finding[]) => void,
): Promise<() => void> {
  const { id } = record.row;
  const references = await fetchReferences(client, id);
  if (references?.entryCount !== store.session.profile.entryCount) return () => undefined;
  const { source, notices } = record;
  const about = { agent: source.agent, notices };
  const levelOf = (choice: string | null) => chanceLevel(client, id, choice);
  const feed = recallFeed(store, { references, about, levelOf });
  const tell = (): void => take(feed.answer().findings);
  tell();
  return feed.subscribeFindings(tell);
}
