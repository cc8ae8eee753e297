import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAddress, readCompareView } from '@/components/compare/state/compare-view';
import { libraryAddress, parseLibraryView } from '@/components/library/library-view';
import { galleryAddress, parseGalleryView } from '@/components/scenarios/gallery/gallery-view';
import { matrixAddress, parseMatrixView } from '@/components/scenarios/matrix/matrix-view';
import { readTuneView, tuneAddress } from '@/components/tune/state/tune-view';
import {
  initialSettings,
  readView,
  writeView,
  type ViewSubject,
} from '@/components/workbench/state/view-url';
import { policyOrDefault } from '@/lib/policies/registry';
import { addresses } from './testing/addresses';

const stranger: ViewSubject = {
  stepCount: 200,
  head: {
    source: 'picture',
    limit: { tokens: 200_000, source: 'table' },
    guard: [],
    compactions: [
      {
        entry: 2,
        step: 7,
        kind: 'summary',
        trigger: 'auto',
        kept: [],
        elided: [],
        preTokens: null,
        postTokens: null,
        summaryTokens: 1,
        summaryBytes: 4,
        reads: 'text',
      },
    ],
  },
  opening: null,
};
const settings = initialSettings(policyOrDefault('claude-code'), stranger);
const own: ViewSubject = {
  ...stranger,
  opening: { policyId: 'claude-code', settings, step: 85 },
};

/** A page's view, and the query that it is written as. */
interface Page {
  readonly read: (search: string) => unknown;
  readonly write: (search: string) => string;
}

const pageOf = <View>(read: (search: string) => View, write: (view: View) => string): Page => ({
  read,
  write: (search) => new URL(write(read(search)), 'http://page').search,
});

const workbench = (subject: ViewSubject): Page => ({
  read: (search) => readView(search, subject).view,
  write: (search) => writeView(readView(search, subject).view, subject, search),
});

const pages: Readonly<Record<keyof typeof addresses, Page>> = {
  workbench: workbench(stranger),
  own: workbench(own),
  tune: pageOf((search) => readTuneView(search).view, tuneAddress),
  compare: pageOf((search) => readCompareView(search).view, compareAddress),
  library: pageOf(parseLibraryView, libraryAddress),
  gallery: pageOf(parseGalleryView, galleryAddress),
  matrix: pageOf(parseMatrixView, matrixAddress),
};

describe.each(Object.keys(pages) as (keyof typeof pages)[])('an address of the page %s', (name) => {
  const { read, write } = pages[name];
  const known: readonly string[] = addresses[name];

  it('is written as it was read', () => {
    const plain = (search: string): string => new URL(search, 'http://page').search;
    for (const search of known) expect(write(search)).toBe(plain(search));
  });

  it('is read as the view that it was written for', () => {
    const pairs = known.flatMap((search) => [...new URLSearchParams(search)]);
    const names = fc.constantFrom(...pairs.map(([key]) => key));
    const texts = fc.oneof(fc.constantFrom(...pairs.map(([, text]) => text)), fc.string());
    const pair = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...pairs) },
      { weight: 1, arbitrary: fc.tuple(names, texts) },
    );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 8 }), (chosen) => {
        const written = write(`?${new URLSearchParams(chosen).toString()}`);
        const view = read(`?${new URLSearchParams(chosen).toString()}`);
        // One that names the session's own policy and no step opens at its first event from then on.
        if (name !== 'own') expect(read(written)).toEqual(view);
        expect(write(written)).toBe(written);
      }),
    );
  });
});
