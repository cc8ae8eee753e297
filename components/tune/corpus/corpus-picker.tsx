'use client';

import { Options } from '@/components/ui/options';
import type { CorpusChoice } from '@/lib/api/contract/filter-address';
import { anySession } from '@/lib/api/contract/session-filter';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { useCorpora } from '@/lib/api/queries/corpus-queries';
import { filterChips } from '@/components/library/corpora/filter-chips';
import { viewName } from '@/components/library/views/view-words';

const LIBRARY = 'library';
const OTHER = 'other';

/** A choice that is neither a saved corpus nor the whole library. */
const isOther = (choice: CorpusChoice | null): boolean =>
  choice !== null &&
  !('corpus' in choice) &&
  ('sessions' in choice || filterChips(choice.filter).length > 0);

/** Chooses a saved corpus, or the whole library. */
export function CorpusPicker(props: {
  readonly choice: CorpusChoice | null;
  readonly onChoose: (choice: CorpusChoice) => void;
}) {
  const { choice, onChoose } = props;
  const { data: corpora = [] } = useCorpora();
  const value =
    choice === null ? '' : 'corpus' in choice ? choice.corpus : isOther(choice) ? OTHER : LIBRARY;
  const other =
    choice !== null && 'filter' in choice ? viewName(choice.filter) : 'Selected sessions';
  return (
    <select
      aria-label="Corpus"
      value={value}
      onChange={({ currentTarget }) =>
        onChoose(
          currentTarget.value === LIBRARY
            ? { filter: anySession }
            : { corpus: currentTarget.value },
        )
      }
      className="h-7 max-w-72 rounded-md border border-line bg-panel px-1.5 font-semibold"
    >
      {choice === null ? (
        <option value="" disabled>
          Choose a corpus
        </option>
      ) : null}
      {value === OTHER ? (
        <option value={OTHER} disabled>
          {withoutControls(other)}
        </option>
      ) : null}
      <option value={LIBRARY}>Whole library</option>
      {corpora.length === 0 ? null : (
        <optgroup label="Corpora">
          <Options of={corpora.map(({ id, name }) => [id, name])} />
        </optgroup>
      )}
    </select>
  );
}
