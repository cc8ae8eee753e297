'use client';

import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { NumberField } from '@/components/ui/numbers/number-field';
import { SearchBox } from '@/components/ui/search-box';
import { formatInteger } from '@/lib/engine/base/format';
import { requestViews, type RequestView } from '@/lib/analysis/explain/request/request-rows';

/** What a reader chose of the list. */
export interface ListChoice {
  readonly view: RequestView;
  readonly newestFirst: boolean;
  readonly search: string;
  /** The step to compare with; null: the one before. */
  readonly other: number | null;
  readonly onlyNew: boolean;
}

const viewNames: Readonly<Record<RequestView, string>> = {
  turn: 'By turn',
  tokens: 'By tokens',
  order: 'In order',
};

/** Search, order, comparison and download of a request. */
export function RequestToolbar(props: {
  readonly choice: ListChoice;
  readonly onChange: (change: Partial<ListChoice>) => void;
  readonly entries: number;
  /** Entries that the search found in this request; null without one. */
  readonly found: number | null;
  readonly other: number | null;
  readonly lastStep: number;
  /** Address of the request's entries as a file; null where it sends none. */
  readonly download: string | null;
}) {
  const { choice, onChange, entries, found, other, lastStep, download } = props;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line2 px-4 py-1.5">
      <SearchBox
        label="Search the request"
        placeholder={`Search in ${formatInteger(entries)} entries`}
        value={choice.search}
        onChange={(event) => onChange({ search: event.currentTarget.value })}
        className="w-48 pr-1"
      />
      {found === null ? null : (
        <span role="status" className="text-sm text-ink2">
          {formatInteger(found)} found
        </span>
      )}
      <div role="group" aria-label="Order" className="flex rounded-md border border-line">
        {requestViews.map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={choice.view === view}
            onClick={() => onChange({ view, newestFirst: view === 'turn' })}
            className={classNames(
              'h-[26px] px-2 text-sm first:rounded-l-md last:rounded-r-md hover:bg-sel',
              choice.view === view ? 'bg-sel font-semibold' : 'text-ink2',
            )}
          >
            {viewNames[view]}
          </button>
        ))}
      </div>
      {choice.view === 'tokens' ? null : (
        <Toggle
          pressed={choice.newestFirst}
          onChange={(newestFirst) => onChange({ newestFirst })}
          text="Newest first"
        />
      )}
      {other === null ? null : (
        <span className="flex items-center gap-1 text-sm text-ink2">
          Against step
          <NumberField
            label="Compare with step"
            value={other}
            format={formatInteger}
            min={0}
            max={lastStep}
            step={1}
            integer
            onCommit={(next) => onChange({ other: next })}
            className="w-14 rounded border border-line"
          />
          <Toggle
            pressed={choice.onlyNew}
            onChange={(onlyNew) => onChange({ onlyNew })}
            text="Only new"
          />
        </span>
      )}
      {download === null ? null : (
        <a
          href={download}
          download
          className="ml-auto inline-flex h-7 items-center gap-1.5 rounded-md border border-line bg-panel px-2 hover:bg-sel"
        >
          <Download size={14} aria-hidden="true" /> Download
        </a>
      )}
    </div>
  );
}

function Toggle(props: {
  readonly pressed: boolean;
  readonly onChange: (pressed: boolean) => void;
  readonly text: string;
}) {
  const { pressed, onChange, text } = props;
  return (
    <Button
      size="small"
      variant="quiet"
      aria-pressed={pressed}
      className={pressed ? 'bg-sel text-ink' : ''}
      onClick={() => onChange(!pressed)}
    >
      {text}
    </Button>
  );
}
