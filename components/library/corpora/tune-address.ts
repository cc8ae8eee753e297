import { addressOf } from '@/components/ui/address-view';
import type { SessionRow } from '@/lib/api/contract/contract';
import {
  choiceParameters,
  MOST_IN_ADDRESS,
  type CorpusChoice,
} from '@/lib/api/contract/filter-address';

/** The page that tunes settings over some sessions. */
export const tuneAddress = (choice: CorpusChoice): string =>
  addressOf('/tune', choiceParameters(choice));

/** The same for selected sessions; null for more than an address can name. */
export const tuneSelected = (rows: readonly SessionRow[]): string | null =>
  rows.length > MOST_IN_ADDRESS ? null : tuneAddress({ sessions: rows.map(({ id }) => id) });
