'use client';

import { useMemo } from 'react';
import { SiteHeader } from '@/components/ui/site-header';
import { Button } from '@/components/ui/button';
import { scenarioLibrary } from '@/lib/scenarios/library';
import { anyScenario } from '../scenario-filter';
import { OpeningToast } from '../opening-toast';
import { useAddressView } from '../use-address-view';
import { useOpenScenario } from '../use-open-scenario';
import { useOutcomes } from '../use-outcomes';
import { galleryItems } from './gallery-rows';
import { GalleryTable } from './gallery-table';
import { GalleryToolbar } from './gallery-toolbar';
import {
  columnOf,
  defaultGallery,
  galleryAddress,
  parseGalleryView,
  type GalleryView,
} from './gallery-view';

const ids = scenarioLibrary.map(({ id }) => id);

/** The gallery: every scenario of the library, and what becomes of it under a policy. */
export function Gallery({ search }: { readonly search: string }) {
  const [view, setView] = useAddressView(search, parseGalleryView, galleryAddress);
  const column = columnOf(view.policy);
  const columns = useMemo(() => [column], [column]);
  const outcomes = useOutcomes(ids, columns, true);
  const { open, opening, note, forget } = useOpenScenario();
  const { find } = outcomes;
  const items = useMemo(
    () => galleryItems(scenarioLibrary, view, (id) => find(id, column)),
    [view, find, column],
  );
  const change = (part: Partial<GalleryView>): void => setView((old) => ({ ...old, ...part }));
  return (
    <div className="flex h-dvh flex-col">
      <SiteHeader title="Scenarios" />
      <main id="main" className="flex min-h-0 flex-1 flex-col">
        <GalleryToolbar
          view={view}
          onChange={change}
          shown={items.length}
          total={scenarioLibrary.length}
          outcomes={outcomes}
        />
        {items.length === 0 ? (
          <NothingFound
            waiting={outcomes.status === 'running'}
            onReset={() => change({ filter: anyScenario, outcome: defaultGallery.outcome })}
          />
        ) : (
          <GalleryTable
            items={items}
            column={column}
            sort={view.sort}
            onSort={(sort) => change({ sort })}
            opening={opening}
            onOpen={(id) => void open(id, column)}
          />
        )}
      </main>
      <OpeningToast note={note} onClose={forget} />
    </div>
  );
}

function NothingFound({
  waiting,
  onReset,
}: {
  readonly waiting: boolean;
  readonly onReset: () => void;
}) {
  return (
    <div className="mx-auto flex max-w-lg flex-1 flex-col justify-center px-6">
      <h2 className="text-xl font-semibold tracking-tight">
        {waiting ? 'No scenario yet has this outcome' : 'No scenario passes these filters'}
      </h2>
      <p className="mt-1.5 text-ink2">
        Names, families, tools and notes are searched; every word must occur.
      </p>
      <div className="mt-4">
        <Button onClick={onReset}>Show all</Button>
      </div>
    </div>
  );
}
