import type { SessionDraft } from '@/lib/engine/session/draft';
import type { EntryTable } from '../entry-table';
import { withoutDoubtfulCounts } from '../usage/doubtful-counts';
import { withLimit } from './limits';

/** What an importer handed over, whose entries are in `table`, with its doubtful counts set aside and its limit. */
export const finishedDraft = (draft: SessionDraft, table: EntryTable): SessionDraft =>
  withLimit(withoutDoubtfulCounts(draft, table));
