import type { QueryClient } from '@tanstack/react-query';
import { decodeReferences } from '@/lib/engine/tokens/references/reference-codec';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import { path, requestBytes } from '../client';

/**
 * The names in a session's texts, fetched with what first asks for them; null for one of numbers alone.
 * They are those of the stored session, which may have grown since the page's numbers were fetched.
 * @throws ApiError
 */
export const fetchReferences = (client: QueryClient, id: string): Promise<ReferenceIndex | null> =>
  client.fetchQuery({
    queryKey: ['references', id],
    // Several parts of the page wait for it: what one of them leaves is not withdrawn from the others.
    queryFn: () => fetchedReferences(id),
    staleTime: Infinity,
    gcTime: 10 * 60_000,
    structuralSharing: false,
  });

async function fetchedReferences(id: string): Promise<ReferenceIndex | null> {
  const bytes = await requestBytes(path`/api/sessions/${id}/references`, {});
  return bytes.length === 0 ? null : decodeReferences(bytes);
}
