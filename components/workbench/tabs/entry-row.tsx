'use client';

import { ChevronRight } from 'lucide-react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { useEntries } from '@/lib/host/api/queries/queries';
import { formatInteger } from '@/lib/base/format';
import type { Part } from '@/lib/session/schema';
import { modelOfEntry } from '@/lib/tokens/images/image-charges';
import type { RequestItem } from '@/lib/analysis/explain/request-items';
import { entryPreview, partWords, type ImageContext } from './part-words';
import { ResponseScale } from '../parameters/response-scale';
import { useWorkbench } from '../state/use-workbench';

/** Entries fetched together. */
const PAGE = 50;

/** One entry of a request; its text is fetched with its neighbours', and whole when opened. */
export function EntryRow(props: {
  readonly item: Extract<RequestItem, { readonly kind: 'entry' }>;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** How the policy counts an image, in words. */
  readonly images: string;
}) {
  const { item, open, onToggle, images } = props;
  const { entry, tokens, before, kept, isNew } = item;
  const { record, store } = useWorkbench();
  const from = Math.floor(entry / PAGE) * PAGE;
  const to = Math.min(from + PAGE, store.session.profile.entryCount);
  const page = useEntries(record.row.id, from, to);
  const context = { model: modelOfEntry(store.session.profile, entry), images };
  const found = page.data?.from === from ? page.data.entries[entry - from] : undefined;
  return (
    <div className={before === null ? '' : 'text-ink3'} data-line="entry">
      <button
        type="button"
        aria-expanded={open}
        className="flex h-[29px] w-full items-center gap-3 text-left"
        onClick={onToggle}
      >
        <span className="flex w-28 shrink-0 items-center gap-1.5">
          <ChevronRight
            size={12}
            aria-hidden="true"
            className={`shrink-0 text-ink3 ${open ? 'rotate-90' : ''}`}
          />
          {formatInteger(entry)}
          <span className="truncate text-sm text-ink3">
            <ForeignText text={found?.entry.role ?? ''} />
          </span>
        </span>
        <span className="min-w-0 flex-1 truncate">
          {before === null ? '' : 'elided · '}
          {kept ? 'kept · ' : ''}
          {found ? (
            <ForeignText text={entryPreview(found.entry, context)} />
          ) : page.isError ? (
            page.error.message
          ) : (
            '…'
          )}
        </span>
        {isNew ? <span className="text-sm text-accent">new</span> : null}
        <span className="whitespace-nowrap">
          {before === null ? '' : `${formatInteger(before)} → `}
          {formatInteger(tokens)}
        </span>
      </button>
      {open && found ? (
        <div className="pb-2 pl-[120px]">
          {found.entry.parts.map((part, index) => (
            <PartText key={index} part={part} context={context} />
          ))}
          {(store.session.profile.entries.responses[entry] ?? 0) > 0 ? (
            <p className="mb-1.5 flex items-center gap-2 text-sm text-ink2">
              What if its responses were another size? <ResponseScale entry={entry} />
            </p>
          ) : null}
          {found.cut ? (
            <p className="text-sm text-ink3">Shortened here; the whole text is in the trace.</p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function PartText(props: { readonly part: Part; readonly context: ImageContext }) {
  const [name, text] = partWords(props.part, props.context);
  return (
    <div className="mb-1.5">
      <p className="text-sm text-ink3">
        <ForeignText text={name} />
      </p>
      <pre className="max-h-72 overflow-auto rounded border border-line2 bg-panel px-2.5 py-1.5 break-words whitespace-pre-wrap">
        <ForeignText text={text} />
      </pre>
    </div>
  );
}
