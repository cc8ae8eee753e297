'use client';

import Link from 'next/link';
import { memo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { CorpusRow, Corpus } from '@/lib/api/contract/corpus-contract';
import { filterParameters, type CorpusChoice } from '@/lib/api/contract/filter-address';
import { anySession, type SessionFilter } from '@/lib/api/contract/session-filter';
import { useChangeCorpus, useCorpora } from '@/lib/api/queries/corpus-queries';
import { Chip } from '@/components/library/corpora/chip';
import { CorpusPicker } from './corpus-picker';
import { corpusWords, filterChips } from '@/components/library/corpora/filter-chips';
import { SaveCorpus } from '@/components/library/corpora/save-corpus';

/** Properties of {@link CorpusBar}. */
interface CorpusBarProps {
  readonly choice: CorpusChoice;
  readonly rows: readonly CorpusRow[];
  readonly onChoose: (choice: CorpusChoice) => void;
}

/** The corpus of the page: its picker, its size, its conditions, and how it is kept. */
export const CorpusBar = memo(function CorpusBar(props: CorpusBarProps) {
  const { choice, rows, onChoose } = props;
  const { data: corpora } = useCorpora();
  const saved = 'corpus' in choice ? corpora?.find(({ id }) => id === choice.corpus) : undefined;
  const filter = 'filter' in choice ? choice.filter : null;
  const chips = filter === null ? [] : filterChips(filter);
  return (
    <section
      aria-label="Corpus"
      className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line2 px-4 py-2"
    >
      <CorpusPicker choice={choice} onChoose={onChoose} />
      <span>{sizeWords(rows)}</span>
      <span aria-hidden="true" className="mx-1 h-4 w-px bg-line" />
      {chips.map(({ text, without }) => (
        <Chip key={text} text={text} onRemove={() => onChoose({ filter: without })} />
      ))}
      <Link
        href={'corpus' in choice ? `/?corpus=${choice.corpus}` : libraryHref(filter)}
        className="inline-flex h-6 items-center rounded-md border border-dashed border-line px-2 text-sm text-ink2 hover:text-ink"
      >
        + Filter
      </Link>
      <span className="ml-auto flex items-center gap-2 text-sm text-ink2">
        <Kept choice={choice} saved={saved} rows={rows} filter={filter} onChoose={onChoose} />
      </span>
    </section>
  );
});

/** "38 sessions + 5 generated · 5,408 steps". */
function sizeWords(rows: readonly CorpusRow[]): string {
  const generated = rows.filter((row) => row.generated).length;
  const steps = rows.reduce((sum, row) => sum + row.steps, 0);
  const made = generated === 0 ? '' : ` + ${formatInteger(generated)} generated`;
  return `${counted(rows.length - generated, 'session')}${made} · ${counted(steps, 'step')}`;
}

function libraryHref(filter: SessionFilter | null): string {
  const query = filterParameters(filter ?? anySession).toString();
  return query === '' ? '/' : `/?${query}`;
}

/** How the corpus is kept, and the buttons that keep it. */
function Kept(props: {
  readonly choice: CorpusChoice;
  readonly saved: Corpus | undefined;
  readonly rows: readonly CorpusRow[];
  readonly filter: SessionFilter | null;
  readonly onChoose: (choice: CorpusChoice) => void;
}) {
  const { choice, saved, rows, filter, onChoose } = props;
  const change = useChangeCorpus();
  const [saving, setSaving] = useState(false);
  if (saved !== undefined) {
    if (saved.frozen !== null) {
      return <span title={saved.frozen.sha256}>frozen list {saved.frozen.sha256.slice(0, 8)}</span>;
    }
    return (
      <>
        <span className="truncate">
          <ForeignText text={change.isError ? change.error.message : corpusWords(saved)} />
        </span>
        <Button
          disabled={change.isPending || rows.length === 0}
          onClick={() => change.mutate({ id: saved.id, freeze: true })}
        >
          Freeze list
        </Button>
      </>
    );
  }
  const input =
    'sessions' in choice ? { sessions: choice.sessions } : { filter: filter ?? anySession };
  return (
    <>
      <Button disabled={rows.length === 0} onClick={() => setSaving(true)}>
        Save as corpus …
      </Button>
      {saving ? (
        <SaveCorpus
          input={input}
          onSaved={(id) => onChoose({ corpus: id })}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </>
  );
}
