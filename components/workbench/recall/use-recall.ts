import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useReferences } from '@/lib/host/api/queries/recall-queries';
import { useWorkbench } from '../state/use-workbench';
import { chanceLevel } from './chance-level';
import { noRecall, recallFeed, type RecallAnswer } from './recall-feed';

/** What is used again of the replay's context, or why it is not known. */
export interface Recall extends RecallAnswer {
  /** A sentence where it cannot be known. */
  readonly missing: string | null;
}

const never = (): (() => void) => () => undefined;
const none = (): RecallAnswer => noRecall;

/** Why a session of numbers alone says nothing of this. */
const TEXTLESS =
  'Not available: this session holds sizes instead of texts, and no names. What is used again is found by the names in the texts.';

/** Of what the session has no names yet, or has grown since. */
const GROWN = 'The session has grown since the page was opened: reload it.';

/** What of the context is used again, computed aside while this listens. */
export function useRecall(): Recall {
  const { store, record } = useWorkbench();
  const client = useQueryClient();
  const { data: references, error } = useReferences(record.row.id);
  const { entryCount } = store.session.profile;
  const fits = references?.entryCount === entryCount;
  const about = { agent: record.source.agent, notices: record.notices };
  const levelOf = (choice: string | null) => chanceLevel(client, record.row.id, choice);
  const feed = references && fits ? recallFeed(store, { references, about, levelOf }) : null;
  const answer = useSyncExternalStore(feed?.subscribe ?? never, feed?.answer ?? none, none);
  const missing =
    references === null
      ? TEXTLESS
      : error !== null
        ? `The names in the texts cannot be read: ${error.message}`
        : references !== undefined && !fits
          ? GROWN
          : null;
  // An answer without a level was for findings alone: all names count in it.
  const recall = answer.level === null ? null : answer.recall;
  return { ...answer, recall, missing };
}
