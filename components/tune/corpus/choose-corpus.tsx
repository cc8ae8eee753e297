'use client';

import Link from 'next/link';
import { corpusWords } from '@/components/library/corpora/filter-chips';
import { Button } from '@/components/ui/button';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatInteger } from '@/lib/engine/base/format';
import type { CorpusChoice } from '@/lib/api/contract/filter-address';
import { anySession } from '@/lib/api/contract/session-filter';
import { useCorpora } from '@/lib/api/queries/corpus-queries';

/** The page without a corpus: the saved ones, or the whole library. */
export function ChooseCorpus(props: {
  /** Why the address names no sessions. */
  readonly faults: readonly string[];
  readonly onChoose: (choice: CorpusChoice) => void;
}) {
  const { faults, onChoose } = props;
  const { data: corpora = [], error } = useCorpora();
  return (
    <div className="mx-auto flex max-w-xl flex-col px-6 py-16">
      {faults.length === 0 ? null : (
        <div role="alert" className="mb-6 rounded-md border border-line bg-panel px-3 py-2">
          <p className="text-overflow">
            <ForeignText text={faults.join(' ')} />
          </p>
          <p className="text-ink2">
            Nothing was computed. Choose a corpus below, or sessions in the library.
          </p>
        </div>
      )}
      <h2 className="text-2xl font-semibold tracking-tight">Which settings do you ship?</h2>
      <p className="mt-2 text-ink2">
        Choose sessions. Each is replayed under every setting of a grid; the answer names what it
        rests on, and it may be to keep what you have.
      </p>
      {error === null ? null : (
        <p role="alert" className="mt-3 text-overflow">
          {error.message}
        </p>
      )}
      {corpora.length === 0 ? null : (
        <ul className="mt-6 border-y border-line">
          {corpora.map(({ id, name, frozen, filter, picked, excluded }) => (
            <li key={id} className="border-b border-line2 last:border-0">
              <button
                type="button"
                className="flex min-h-9 w-full items-center justify-between gap-4 text-left hover:bg-sel"
                onClick={() => onChoose({ corpus: id })}
              >
                <span className="font-medium">
                  <ForeignText text={name} />
                </span>
                <span className="text-sm text-ink2">
                  <ForeignText
                    text={
                      frozen === null
                        ? corpusWords({ filter, picked, excluded })
                        : `frozen list of ${formatInteger(frozen.sessions)}`
                    }
                  />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 flex items-center gap-3">
        <Button variant="primary" onClick={() => onChoose({ filter: anySession })}>
          Tune the whole library
        </Button>
        <Link href="/" className="text-ink2 underline underline-offset-2">
          Choose sessions in the library
        </Link>
      </div>
    </div>
  );
}
