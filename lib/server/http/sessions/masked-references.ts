import { showsSecret } from '@/lib/readers/secrets/shows-secret';
import type { SecretCounter } from '@/lib/readers/secrets/secret-counter';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import type { ReferenceTable } from '@/lib/engine/tokens/references/reference-table';
import { sessionReferences } from '@/lib/engine/tokens/references/session-references';

/** Stands for a name that would show a secret. */
const MASK = '[secret, masked]';

/**
 * The names in a session's texts, those that would show a secret masked before they are stored; null for
 * a session of numbers alone. `secrets` has been given all of its records.
 */
export async function maskedReferences(
  draft: Pick<SessionDraft, 'head' | 'entries'>,
  table: ReferenceTable,
  secrets: SecretCounter,
): Promise<ReferenceIndex | null> {
  const index = sessionReferences(draft, table);
  if (index === null) return null;
  await secrets.search();
  const shows = showsSecret(secrets.found);
  return { ...index, names: index.names.map((name) => (shows(name) ? MASK : name)) };
}
