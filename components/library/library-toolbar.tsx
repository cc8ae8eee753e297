'use client';

import { Trash2 } from 'lucide-react';
import { useState, type Ref } from 'react';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { SearchBox } from '@/components/ui/search-box';
import { FileChooser } from '@/components/upload/file-chooser';
import type { Chosen } from '@/components/upload/upload-batch';
import { LimitsDialog } from './limits-dialog';
import { counted, formatInteger } from '@/lib/base/format';

/** Above the table: session count, search, selection and import. */
export function LibraryToolbar(props: {
  readonly total: number;
  readonly shown: number;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly searchRef: Ref<HTMLInputElement>;
  readonly selected: number;
  readonly onDelete: () => void;
  readonly onDeselect: () => void;
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
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (query === '') event.currentTarget.blur();
          else onQuery('');
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
        <div className="flex items-center gap-2 border-l pl-3">
          <span>{formatInteger(selected)} selected</span>
          <Button variant="danger" onClick={props.onDelete}>
            <Trash2 size={13} aria-hidden="true" /> Delete
          </Button>
          <Button variant="quiet" onClick={props.onDeselect}>
            Deselect
          </Button>
        </div>
      ) : null}
      <div className="ml-auto flex items-center gap-2">
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
