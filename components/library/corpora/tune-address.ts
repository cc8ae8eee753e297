import { queryOf } from '@/lib/engine/base/address';
import type { SelectionRow } from '@/lib/api/contract/session-listing';
import {
  choiceParameters,
  MOST_IN_ADDRESS,
  type CorpusChoice,
} from '@/lib/api/contract/filter-address';

/** The page that tunes settings over some sessions. */
export const tuneAddress = (choice: CorpusChoice): string =>
  `/tune${queryOf(choiceParameters(choice))}`;

/** The same for selected sessions; null for more than an address can name. */
export const tuneSelected = (rows: readonly SelectionRow[]): string | null =>
  rows.length > MOST_IN_ADDRESS ? null : tuneAddress({ sessions: rows.map(({ id }) => id) });
