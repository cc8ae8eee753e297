'use client';

import { Download, Trash2 } from 'lucide-react';
import { useState, type Ref } from 'react';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { SearchBox } from '@/components/ui/search-box';
import { FileChooser } from '@/components/upload/file-chooser';
import type { Chosen } from '@/components/upload/upload-batch';
import { LimitsDialog } from './limits-dialog';
import { counted, formatInteger } from '@/lib/base/format';
import type { ShareForm } from '@/lib/host/api/contract/share-contract';

/** Above the table: session count, search, selection and import. */
export function LibraryToolbar(props: {
  readonly total: number;
  readonly shown: number;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly searchRef: Ref<HTMLInputElement>;
  /** Opens the first hit. */
  readonly onOpenHit: () => void;
  /** Leads from the search into the list. */
  readonly onEnterList: () => void;
  readonly selected: number;
  readonly onDelete: () => void;
  readonly onDeselect: () => void;
  readonly onExport: (form: ShareForm) => void;
  readonly exporting: { readonly text: string; readonly bad: boolean } | null;
  readonly imports: number;
  readonly onImports: () => void;
  readonly onFiles: (chosen: Chosen) => void;
}) {
  const { total, shown, query, onQuery, searchRef, selected } = props;
  const [limits, setLimits] = useState(false);
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
        {shown === total ? '' : `${formatInteger(shown)} of `}
        {counted(total, 'session')}
      </p>
      {selected > 0 ? (
        <div className="flex flex-wrap items-center gap-2 border-l pl-3">
          <span>{formatInteger(selected)} selected</span>
          <Button onClick={() => props.onExport('numbers')}>
            <Download size={13} aria-hidden="true" /> Export numbers
          </Button>
          <Button onClick={() => props.onExport('full')}>Export with texts</Button>
          <Button variant="danger" onClick={props.onDelete}>
            <Trash2 size={13} aria-hidden="true" /> Delete
          </Button>
          <Button variant="quiet" onClick={props.onDeselect}>
            Deselect
          </Button>
        </div>
      ) : null}
      {props.exporting === null ? null : (
        <p
          role={props.exporting.bad ? 'alert' : 'status'}
          className={props.exporting.bad ? 'text-overflow' : 'text-ink2'}
        >
          {props.exporting.text}
        </p>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {props.imports > 0 ? (
          <Button variant="quiet" onClick={props.onImports}>
            Imports {formatInteger(props.imports)}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={() => setLimits(true)}>
          Limits …
        </Button>
        {limits ? <LimitsDialog onClose={() => setLimits(false)} /> : null}
        <FileChooser onFiles={props.onFiles} />
      </div>
    </div>
  );
}
