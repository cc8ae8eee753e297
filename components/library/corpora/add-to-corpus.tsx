'use client';

import { Button } from '@/components/ui/button';
import { FaultNote } from '@/components/ui/fault-note';
import { lateDialog } from '@/components/ui/late';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { MOST_PICKED, type Corpus } from '@/lib/api/contract/corpus-contract';
import type { SelectionRow } from '@/lib/api/contract/session-listing';
import { useChangeCorpus, useCorpora } from '@/lib/api/queries/corpus-queries';
import type { LibraryModel } from '../use-library';

const SaveCorpus = lateDialog(() => import('./save-corpus').then((file) => file.SaveCorpus));

/** Puts the selected sessions into a saved corpus, or takes them out of the shown one. */
export function AddToCorpus(props: {
  readonly chosen: readonly SelectionRow[];
  readonly model: Pick<LibraryModel, 'view' | 'adding' | 'setAdding' | 'selection'>;
}) {
  const { chosen, model } = props;
  const { adding, setAdding } = model;
  const { data: corpora = [] } = useCorpora();
  const changing = useChangeCorpus();
  const ids = chosen.map(({ id }) => id);
  const input = ids.length > MOST_PICKED ? { sessions: ids } : { picked: ids };
  const here = corpora.find(({ id }) => id === model.view.corpus);
  // By a filter any session of the corpus may be in it.
  const isIn = (id: string): boolean => here?.filter !== null || here.picked.includes(id);
  const out = here?.frozen === null ? ids.filter(isIn) : [];
  const end = (): void => {
    setAdding(null);
    if (adding?.clears === true) model.selection.clear();
  };
  return (
    <>
      <Button onClick={() => setAdding({ clears: false })}>Add to a corpus…</Button>
      {here === undefined || out.length === 0 ? null : (
        <Button
          disabled={changing.isPending || out.length > MOST_PICKED}
          title="They stay out of it, whatever its filter says, until they are added again"
          onClick={() => changing.mutate({ id: here.id, patch: { unpick: out } })}
        >
          Take out of <ForeignText text={here.name} />
        </Button>
      )}
      <FaultNote fault={changing.error} className="" />
      {adding === null ? null : (
        <SaveCorpus input={input} onSaved={end} onClose={end}>
          {ids.length > MOST_PICKED ? null : (
            <Corpora
              of={corpora.filter(({ frozen }) => frozen === null)}
              picked={ids}
              onAdded={end}
            />
          )}
        </SaveCorpus>
      )}
    </>
  );
}

/** The corpora that can take more sessions, each with the button that puts them in. */
function Corpora(props: {
  readonly of: readonly Corpus[];
  readonly picked: readonly string[];
  readonly onAdded: () => void;
}) {
  const { of, picked, onAdded } = props;
  const changing = useChangeCorpus();
  if (of.length === 0) return null;
  return (
    <>
      <ul className="mb-4 max-h-60 overflow-y-auto border-y border-line">
        {of.map(({ id, name }) => (
          <li key={id} className="border-b border-line2 last:border-0">
            <button
              type="button"
              disabled={changing.isPending}
              className="min-h-8 w-full truncate px-1 text-left hover:bg-sel"
              onClick={() =>
                changing.mutate({ id, patch: { pick: picked } }, { onSuccess: onAdded })
              }
            >
              Add to <ForeignText text={name} />
            </button>
          </li>
        ))}
      </ul>
      <FaultNote fault={changing.error} className="mb-3" />
    </>
  );
}
