'use client';

import { ChevronRight } from 'lucide-react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatInteger } from '@/lib/engine/base/format';
import { modelOfEntry } from '@/lib/engine/tokens/images/image-charges';
import type { EntryLine } from '@/lib/analysis/explain/request/request-lines';
import { entryPreview, type ImageContext } from '../tabs/part-words';
import { useWorkbench } from '../state/use-workbench';
import { EntryContent } from './entry-content';
import { useEntryText } from './entry-page';
import { Figures, LINE_GRID, LINE_TEXT } from './line-row';
import { Swatch } from './swatch';

/** One entry of a request; its text is fetched with its neighbours', and whole when opened. */
export function EntryRow(props: {
  readonly line: EntryLine;
  readonly color: string;
  /** Tokens of the largest line. */
  readonly most: number;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** How the policy counts an image, in words. */
  readonly images: string;
}) {
  const { line, color, most, open, onToggle, images } = props;
  const { entry, before, kept, isNew, since, entryPart } = line;
  const { store } = useWorkbench();
  const { found, fault } = useEntryText(entry);
  const context: ImageContext = { model: modelOfEntry(store.session.profile, entry), images };
  return (
    <div className={before === null ? '' : 'text-ink3'} data-line="entry">
      <button
        type="button"
        data-row=""
        aria-expanded={open}
        className={LINE_GRID}
        onClick={onToggle}
      >
        <span className="flex items-center gap-1">
          <ChevronRight
            size={12}
            aria-hidden="true"
            className={`shrink-0 text-ink3 ${open ? 'rotate-90' : ''}`}
          />
          {formatInteger(entry)}
        </span>
        <Swatch color={color} hatched={false} />
        <span className="truncate text-sm text-ink3">{kindNames[entryPart.kind]}</span>
        <span data-text="" className={LINE_TEXT}>
          {isNew ? <span className="mr-1.5 text-sm text-accent">new</span> : null}
          {before === null ? '' : 'elided · '}
          {kept ? 'kept · ' : ''}
          {found ? <ForeignText text={entryPreview(found.entry, context)} /> : (fault ?? '…')}
        </span>
        <Figures {...{ line, since, color, most }} />
      </button>
      {open && found ? <EntryContent entry={entry} text={found} context={context} /> : null}
    </div>
  );
}

/** What an entry is to a reader; tools are named by its text. */
const kindNames: Readonly<Record<EntryLine['entryPart']['kind'], string>> = {
  result: 'result',
  call: 'call',
  image: 'user',
  user: 'user',
  context: 'context',
  model: 'model',
  thinking: 'thinking',
  other: 'other',
};
