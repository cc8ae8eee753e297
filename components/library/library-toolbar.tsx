'use client';

import { useState, type Ref } from 'react';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { lateDialog } from '@/components/ui/late';
import { SearchBox } from '@/components/ui/search-box';
import { FileChooser } from '@/components/upload/file-chooser';
import type { Chosen } from '@/components/upload/upload-batch';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Corpus } from '@/lib/api/contract/corpus-contract';

const LimitsDialog = lateDialog(() => import('./limits-dialog').then((file) => file.LimitsDialog));
const CorporaDialog = lateDialog(() =>
  import('./corpora/corpora-dialog').then((file) => file.CorporaDialog),
);

/** Above the table: session count, search, corpora and import. */
export function LibraryToolbar(props: {
  readonly total: number;
  readonly shown: number;
  /** Only the newest sessions are here yet. */
  readonly arriving: boolean;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly searchRef: Ref<HTMLInputElement>;
  /** Opens the first hit. */
  readonly onOpenHit: () => void;
  /** Leads from the search into the list. */
  readonly onEnterList: () => void;
  /** A saved corpus to show. */
  readonly onShow: (corpus: Corpus) => void;
  readonly imports: number;
  readonly onImports: () => void;
  readonly onFiles: (chosen: Chosen) => void;
}) {
  const { total, shown, arriving, query, onQuery, searchRef } = props;
  const [dialog, setDialog] = useState<'limits' | 'corpora' | null>(null);
  const close = (): void => setDialog(null);
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2">
      <SearchBox
        ref={searchRef}
        label="Search sessions"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') props.onOpenHit();
          else if (event.key === 'ArrowDown') props.onEnterList();
          else if (event.key !== 'Escape') return;
          else if (query === '') event.currentTarget.blur();
          else onQuery('');
          event.preventDefault();
        }}
        className="w-64 pr-8 max-md:w-44"
      >
        <span className="pointer-events-none absolute top-1/2 right-1.5 -translate-y-1/2 peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden">
          <Kbd>/</Kbd>
        </span>
      </SearchBox>
      <p role="status" className="text-ink2">
        {arriving
          ? `Loading ${counted(total, 'session')} …`
          : `${shown === total ? '' : `${formatInteger(shown)} of `}${counted(total, 'session')}`}
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {props.imports > 0 ? (
          <Button variant="quiet" onClick={props.onImports}>
            Imports {formatInteger(props.imports)}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={() => setDialog('corpora')}>
          Corpora …
        </Button>
        <Button variant="quiet" onClick={() => setDialog('limits')}>
          Limits …
        </Button>
        {dialog === 'limits' ? <LimitsDialog onClose={close} /> : null}
        {dialog === 'corpora' ? (
          <CorporaDialog
            onClose={close}
            onShow={(corpus) => {
              close();
              props.onShow(corpus);
            }}
          />
        ) : null}
        <FileChooser onFiles={props.onFiles} />
      </div>
    </div>
  );
}
