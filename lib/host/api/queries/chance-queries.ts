import type { QueryClient } from '@tanstack/react-query';
import type { ReferenceIndex } from '@/lib/tokens/references/reference-index';
import { path, request } from '../client';
import { recallOtherSchema, type OtherSession } from '../contract/workbench/recall-contract';
import { fetchReferences } from './recall-queries';

/** Another session and its names, which tell the chance level; null where there is none. @throws ApiError */
export async function fetchAnother(
  client: QueryClient,
  id: string,
): Promise<(OtherSession & { readonly names: ReferenceIndex }) | null> {
  const { another } = await request(recallOtherSchema, path`/api/sessions/${id}/recall`, {});
  const names = another && (await fetchReferences(client, another.id));
  return another && names && { ...another, names };
}
