'use client';

import { startTransition, useCallback, useEffect, useState } from 'react';
import { useAddressView } from '@/components/ui/address-view';
import { Button } from '@/components/ui/button';
import { lateDialog } from '@/components/ui/late';
import { SiteHeader } from '@/components/ui/site-header';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { MOST_LANES } from '@/lib/analysis/compare/lane-text';
import { useSizeTables } from '@/lib/api/queries/queries';
import { CompareBody } from './compare-body';
import { EmptyCompare } from './empty-compare';
import { compareAddress, readCompareView, withLane, type CompareView } from './state/compare-view';
import { useComparison } from './state/use-comparison';

const LaneDialog = lateDialog(() => import('./lane-dialog').then((file) => file.LaneDialog));

const parse = (search: string): CompareView => readCompareView(search).view;

/** Up to six replays on one axis: where they part, which decisions changed, what each comes to. */
export function ComparePage() {
  const [view, setView] = useAddressView(parse, compareAddress);
  // Taken before the view rewrites the address.
  const [search] = useState(() => (typeof window === 'undefined' ? '' : window.location.search));
  const [notices, setNotices] = useState<readonly string[]>([]);
  // The server does not know the address's query: what was left out of it is named once the page is here.
  useEffect(() => {
    startTransition(() => setNotices(readCompareView(search).notices));
  }, [search]);
  /** The place that the dialog changes; the number of lanes for a new one, null while it is closed. */
  const [edited, setEdited] = useState<number | null>(null);
  const change = useCallback(
    (next: (old: CompareView) => CompareView): void => setView(next),
    [setView],
  );
  // A lane may name a frozen table: lanes are replayed once it is known which there are.
  const tables = useSizeTables();
  const compared = useComparison(view);
  const add = (
    <Button
      variant="primary"
      disabled={view.lanes.length >= MOST_LANES}
      onClick={() => setEdited(view.lanes.length)}
    >
      Add a lane …
    </Button>
  );
  return (
    <div className="flex h-full flex-col">
      <SiteHeader title="Compare" />
      <main id="main" className="relative min-h-0 flex-1 overflow-auto">
        {notices.length === 0 ? null : (
          <p role="status" className="flex items-center gap-3 border-b bg-sel px-4 py-1.5 text-sm">
            <ForeignText text={notices.join(' ')} />
            <button type="button" className="underline" onClick={() => setNotices([])}>
              Hide
            </button>
          </p>
        )}
        {view.lanes.length === 0 ? (
          <EmptyCompare>{add}</EmptyCompare>
        ) : tables.data === undefined && tables.error === null ? (
          <p role="status" className="px-4 py-3 text-ink2">
            Loading …
          </p>
        ) : (
          <CompareBody {...{ view, compared, add }} onChange={change} onEdit={setEdited} />
        )}
      </main>
      {edited === null ? null : (
        <LaneDialog
          place={compared.places[edited] ?? null}
          shown={compared.shown}
          onLane={(text) => {
            change((old) =>
              edited < old.lanes.length
                ? withLane(old, edited, text)
                : { ...old, lanes: [...old.lanes, text] },
            );
            setEdited(null);
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
