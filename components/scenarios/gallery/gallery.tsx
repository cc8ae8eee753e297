'use client';

import { useId, useMemo } from 'react';
import { useAddressView } from '@/components/ui/address-view';
import { SiteHeader } from '@/components/ui/site-header';
import { NothingFound } from '@/components/ui/message';
import { DEFAULT_POLICY } from '@/lib/policies/registry';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { ScenarioPages } from '../scenario-pages';
import { anyScenario } from '../scenario-filter';
import { AddsSession, OpeningToast, useOpenScenario } from '../open-scenario';
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

const ids = scenarioCatalogue.map(({ id }) => id);

/** The gallery: every scenario of the library with its outcome under a policy. */
export function Gallery() {
  const [view, setView] = useAddressView(parseGalleryView, galleryAddress);
  const column = columnOf(view.policy);
  const columns = useMemo(() => [column], [column]);
  const outcomes = useOutcomes(ids, columns, { sparks: true });
  const { open, opening, note, forget } = useOpenScenario();
  const { find } = outcomes;
  const describedBy = useId();
  const items = useMemo(
    () => galleryItems(scenarioCatalogue, view, (id) => find(id, column)),
    [view, find, column],
  );
  const change = (part: Partial<GalleryView>): void => setView((old) => ({ ...old, ...part }));
  return (
    <div className="flex h-full flex-col">
      <SiteHeader title="Scenarios">
        <ScenarioPages />
      </SiteHeader>
      <main id="main" className="flex min-h-0 flex-1 flex-col">
        <GalleryToolbar
          view={view}
          onChange={change}
          shown={items.length}
          total={scenarioCatalogue.length}
          outcomes={outcomes}
        />
        {items.length === 0 ? (
          <NothingFound
            title={
              outcomes.status === 'running'
                ? 'No scenario yet has this outcome'
                : 'No scenario passes these filters'
            }
            text="The search looks for every word in names, families, tools and notes."
            onReset={() => change({ filter: anyScenario, outcome: defaultGallery.outcome })}
          />
        ) : (
          <>
            <AddsSession id={describedBy} className="border-b border-line2 px-4 py-1.5 text-sm" />
            <GalleryTable
              describedBy={describedBy}
              items={items}
              isJudged={column.key === DEFAULT_POLICY}
              sort={view.sort}
              onSort={(sort) => change({ sort })}
              opening={opening}
              onOpen={(id) => void open(id, column)}
            />
          </>
        )}
      </main>
      <OpeningToast note={note} onClose={forget} />
    </div>
  );
}
