'use client';

import { ChevronRight } from 'lucide-react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatInteger } from '@/lib/base/format';
import { modelOfEntry } from '@/lib/tokens/images/image-charges';
import { entryPreview, type ImageContext } from '../tabs/part-words';
import { useWorkbench } from '../state/use-workbench';
import { EntryContent } from './entry-content';
import { useEntryText } from './entry-page';

/** An entry of the log outside of a request: its number, its text and the policy's count. */
export function LoggedEntry(props: {
  readonly entry: number;
  /** Tokens by the policy's own count. */
  readonly tokens: number;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** How the policy counts an image, in words. */
  readonly images: string;
}) {
  const { entry, tokens, open, onToggle, images } = props;
  const { store } = useWorkbench();
  const { found, fault } = useEntryText(entry);
  const context: ImageContext = { model: modelOfEntry(store.session.profile, entry), images };
  return (
    <div data-line="entry">
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
          {found ? <ForeignText text={entryPreview(found.entry, context)} /> : (fault ?? '…')}
        </span>
        <span className="shrink-0 tabular-nums">{formatInteger(tokens)}</span>
      </button>
      {open && found ? <EntryContent entry={entry} text={found} context={context} /> : null}
    </div>
  );
}
