'use client';

import { Search, Trash2 } from 'lucide-react';
import { useState, type Ref } from 'react';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { FileChooser } from '@/components/upload/file-chooser';
import type { Chosen } from '@/components/upload/upload-batch';
import { LimitsDialog } from './limits-dialog';
import { formatInteger } from '@/lib/base/format';

/** Above the table: how many sessions, the search, what is selected, and the way to import. */
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
      <label className="relative">
        <span className="sr-only">Search sessions</span>
        <Search
          size={14}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink3"
        />
        <input
          ref={searchRef}
          type="search"
          value={query}
          placeholder="Search"
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            if (query === '') event.currentTarget.blur();
            else onQuery('');
          }}
          className="peer h-7 w-64 rounded-md border bg-panel pr-8 pl-7 placeholder:text-ink3 max-md:w-44"
        />
        <span className="pointer-events-none absolute top-1/2 right-1.5 -translate-y-1/2 peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden">
          <Kbd>/</Kbd>
        </span>
      </label>
      <p role="status" className="text-ink2">
        {shown === total ? sessions(total) : `${formatInteger(shown)} of ${sessions(total)}`}
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

const sessions = (count: number): string =>
  count === 1 ? '1 session' : `${formatInteger(count)} sessions`;
