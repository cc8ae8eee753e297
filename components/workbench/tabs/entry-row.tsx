'use client';

import { ChevronRight } from 'lucide-react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { useEntries } from '@/lib/host/api/queries/queries';
import { formatBytes, formatInteger } from '@/lib/base/format';
import type { Entry, Part } from '@/lib/session/schema';
import type { RequestItem } from '@/lib/analysis/explain/request-items';
import { ResponseScale } from '../parameters/response-scale';
import { useWorkbench } from '../state/use-workbench';

/** Entries fetched together. */
const PAGE = 50;

/** One entry of a request; its text is fetched with its neighbours', and whole when opened. */
export function EntryRow(props: {
  readonly item: Extract<RequestItem, { readonly kind: 'entry' }>;
  readonly open: boolean;
  readonly onToggle: () => void;
}) {
  const { item, open, onToggle } = props;
  const { entry, tokens, before, kept, isNew } = item;
  const { record, store } = useWorkbench();
  const from = Math.floor(entry / PAGE) * PAGE;
  const to = Math.min(from + PAGE, store.session.profile.entryCount);
  const page = useEntries(record.row.id, from, to);
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
            <ForeignText text={preview(found.entry)} />
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
            <PartText key={index} part={part} />
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

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** A part's name for reading ("text", "call kubectl") and its text. */
function wordsOf(part: Part): readonly [name: string, text: string] {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return [part.kind, part.text];
    case 'call':
      return [`call ${part.name}`, json(part.args)];
    case 'response': {
      const { name, response } = part;
      return [`response ${name}`, typeof response === 'string' ? response : json(response)];
    }
    case 'inline':
      return [`inline ${part.mime}`, formatBytes(part.bytes)];
    case 'other':
      return [part.type, json(part.value)];
    case 'sized':
      return [`${part.of}, sizes only`, part.sizes.map(formatBytes).join(' + ')];
  }
}

const PREVIEW = 200;

function preview({ parts }: Entry): string {
  return parts
    .map((part) => {
      const [name, whole] = wordsOf(part);
      const text = whole.slice(0, PREVIEW).replace(/\s+/g, ' ');
      return part.kind === 'text' ? text : `${name}: ${text}`;
    })
    .join(' · ');
}

function PartText({ part }: { readonly part: Part }) {
  const [name, text] = wordsOf(part);
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
