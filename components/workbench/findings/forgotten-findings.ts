import { fetchReferences } from '@/lib/api/queries/reference-queries';
import { forgottenClient } from '@/lib/worker/forgotten/page-client';
import type { QueryClient } from '@tanstack/react-query';
import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import type { Finding } from '@/lib/analysis/detectors/finding';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';

/** A replay of a stored session, in whose context it is looked for what a compaction took. */
export interface ForgottenSubject {
  /** The stored session's id. */
  readonly id: string;
  /** The session as it was prepared, without faults. */
  readonly session: Replayable;
  readonly replay: Replay;
  readonly about: About;
}

/**
 * What the detectors find of context that is needed again, asked of a worker; none for a session without
 * names, or one that has grown since its numbers were fetched. Null: withdrawn. @throws ApiError
 */
export async function forgottenFindings(
  client: QueryClient,
  { id, session, replay, about }: ForgottenSubject,
  signal: AbortSignal,
): Promise<readonly Finding[] | null> {
  const references = await fetchReferences(client, id);
  if (references?.entryCount !== session.profile.entryCount) return [];
  return forgottenClient().ask({ session, references, replay, about }, signal);
}
