import type { QueryClient } from '@tanstack/react-query';
import type { OtherSession } from '@/lib/host/api/contract/workbench/recall-contract';
import { fetchOthers } from '@/lib/host/api/queries/chance-queries';
import { fetchReferences } from '@/lib/host/api/queries/recall-queries';
import type { ReferenceIndex } from '@/lib/tokens/references/reference-index';

/** Another session, and its names. */
export interface Against extends OtherSession {
  readonly names: ReferenceIndex;
}

/** Whose names are taken off, and whose might be. */
export interface ChanceLevel {
  /** What the view asks for: a session's id, `none`, or null for what is taken unasked. */
  readonly choice: string | null;
  /** Null for nobody's. */
  readonly against: Against | null;
  /** The one that is taken unasked first. */
  readonly others: readonly OtherSession[];
  /** Why the names that the view asks for cannot be taken off; null where they are. */
  readonly fault: string | null;
}

/** Asks the library for the chance level of a session; never rejects. */
export async function chanceLevel(
  client: QueryClient,
  id: string,
  choice: string | null,
): Promise<ChanceLevel> {
  let others: readonly OtherSession[] = [];
  try {
    // First what is listed: a session that is gone leaves the choice of another.
    const listed = await fetchOthers(id, null);
    ({ others } = listed);
    const { against } = choice === null ? listed : await fetchOthers(id, choice);
    const names = against && (await fetchReferences(client, against.id));
    return { choice, against: against && names && { ...against, names }, others, fault: null };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { choice, against: null, others, fault };
  }
}
