'use client';

import { Download } from 'lucide-react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { path } from '@/lib/api/client';
import type { EntryPage } from '@/lib/api/contract/contract';
import type { Part } from '@/lib/engine/session/schema';
import { partWords, type ImageContext } from '../tabs/part-words';
import { ResponseScale } from '../parameters/response-scale';
import { useWorkbench } from '../state/use-workbench';
import { LongText } from './long-text';

/** The parts of an opened entry. */
export function EntryContent(props: {
  readonly entry: number;
  readonly text: EntryPage['entries'][number];
  readonly context: ImageContext;
}) {
  const { entry, text, context } = props;
  const { record, store } = useWorkbench();
  const { responses } = store.session.profile.entries;
  return (
    <div className="pb-2 pl-6">
      {text.entry.parts.map((part, index) => (
        <PartText
          key={index}
          part={part}
          context={context}
          image={path`/api/sessions/${record.row.id}/image?entry=${entry}&part=${index}`}
        />
      ))}
      {(responses[entry] ?? 0) > 0 ? (
        <p className="mb-1.5 flex items-center gap-2 text-sm text-ink2">
          What if its responses were another size? <ResponseScale entry={entry} />
        </p>
      ) : null}
      <p className="text-sm text-ink3">
        {text.cut ? 'Shortened here; the download has all of it. ' : ''}
        <a
          href={path`/api/sessions/${record.row.id}/text?ranges=${entry}-${entry + 1}`}
          download
          className="inline-flex h-6 items-center gap-1 text-accent hover:underline"
        >
          <Download size={12} aria-hidden="true" /> Download entry {entry}
        </a>
      </p>
    </div>
  );
}

function PartText(props: {
  readonly part: Part;
  readonly context: ImageContext;
  /** Address of the image, if the part is one that is stored. */
  readonly image: string;
}) {
  const { part } = props;
  const [name, text] = partWords(part, props.context);
  return (
    <div className="mb-1.5">
      <p className="text-sm text-ink3">
        <ForeignText text={name} />
      </p>
      {part.kind === 'inline' && part.stored !== undefined ? (
        <img src={props.image} alt={`${name}, ${text}`} className="mb-1 max-h-72 max-w-full" />
      ) : null}
      <LongText text={text} />
    </div>
  );
}
