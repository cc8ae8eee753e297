'use client';

import { startTransition, useCallback, useEffect, useState } from 'react';
import { useAddressView } from '@/components/ui/address-view';
import { SiteHeader } from '@/components/ui/site-header';
import type { CorpusChoice } from '@/lib/api/contract/filter-address';
import { KeptBody } from './kept/kept-body';
import { ChooseCorpus } from './corpus/choose-corpus';
import { readTuneView, tuneAddress, type TuneView } from './state/tune-view';
import { TuneBody } from './tune-body';

const parse = (search: string): TuneView => readTuneView(search).view;

/** Which window, cap and factor to ship: a corpus under many settings. */
export function TunePage() {
  const [view, setView] = useAddressView(parse, tuneAddress);
  // Taken before the view rewrites the address.
  const [search] = useState(() => (typeof window === 'undefined' ? '' : window.location.search));
  const [notices, setNotices] = useState<readonly string[]>([]);
  const [faults, setFaults] = useState<readonly string[]>([]);
  // The server does not know the address's query: what was left out of it is named once the page is here.
  useEffect(() => {
    const read = readTuneView(search);
    startTransition(() => {
      setNotices(read.notices);
      setFaults(read.faults);
    });
  }, [search]);
  const change = useCallback(
    (part: Partial<TuneView>): void => setView((old) => ({ ...old, ...part })),
    [setView],
  );
  const choose = useCallback(
    (choice: CorpusChoice): void => change({ choice, sweep: null, row: null, x: null, at: null }),
    [change],
  );
  return (
    <div className="flex h-full flex-col">
      <SiteHeader title="Tune" />
      <main id="main" className="relative min-h-0 flex-1 overflow-auto">
        {notices.length === 0 ? null : (
          <p role="status" className="flex items-center gap-3 border-b bg-sel px-4 py-1.5 text-sm">
            <span>{notices.join(' ')}</span>
            <button type="button" className="underline" onClick={() => setNotices([])}>
              Hide
            </button>
          </p>
        )}
        {view.sweep !== null ? (
          <KeptBody id={view.sweep} view={view} onChange={change} onChoose={choose} />
        ) : view.choice === null ? (
          <ChooseCorpus faults={faults} onChoose={choose} />
        ) : (
          <TuneBody choice={view.choice} view={view} onChange={change} onChoose={choose} />
        )}
      </main>
    </div>
  );
}
