'use client';

import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { ForeignText } from '@/components/ui/text/foreign-text';
import type { Compaction } from '@/lib/analysis/explain/compaction/compaction-list';
import {
  fallbackText,
  quotedEntry,
  replacingParts,
} from '@/lib/analysis/explain/compaction/replacing-text';
import {
  recordedSummaryText,
  summaryTextAt,
  type SummaryText,
} from '@/lib/analysis/explain/compaction/summary-text';
import { formatBytes, formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { useExcerpts, useRecordedCompactions } from '@/lib/api/queries/compaction-queries';
import type { Replay } from '@/lib/engine/replay/replay';
import { useEntryText } from '../request/entry-page';
import { useWorkbench } from '../state/use-workbench';

/** Bytes of a mechanical summary above which the page leaves its text to the command line. */
const MOST_BYTES = 400_000;

interface SummaryProps {
  readonly replay: Replay;
  readonly compaction: Compaction;
}

/** The summary's text where it is known, its wrapper, and the continuation. */
export function SummaryPart({ replay, compaction }: SummaryProps) {
  const { record } = useWorkbench();
  const { recorded, known, error } = useRecordedCompactions(record.row.id);
  const isReplayed = compaction.source === 'replayed';
  const text = isReplayed
    ? summaryTextAt(replay, compaction.step, recorded)
    : recordedSummaryText(recorded[compaction.index] ?? { summary: [] });
  return (
    <section aria-label="Summary" className="min-w-0 px-4 py-3" data-summary={text.kind}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-semibold">{titles[text.kind]}</h3>
        <p className="text-sm text-ink2">{sizeWords(replay, compaction)}</p>
      </div>
      {known ? (
        <Text text={text} replay={replay} />
      ) : (
        <p className="mt-2 text-ink3">{error?.message ?? '…'}</p>
      )}
      {isReplayed ? <Replacing replay={replay} step={compaction.step} /> : null}
    </section>
  );
}

const titles: Readonly<Record<SummaryText['kind'], string>> = {
  recorded: 'Summary, as recorded',
  mechanical: 'Summary, mechanical: its call failed',
  none: 'Summary',
};

/** "17 kB · ~4,350 tokens". */
function sizeWords({ session }: Replay, { summaryBytes }: Compaction): string {
  if (summaryBytes === 0) return 'no text';
  const density = session.profile.steps.ratio?.[0] ?? session.projection.density.value;
  const tokens = Math.round((summaryBytes / 4) * density);
  return `${formatBytes(summaryBytes)} · ~${formatInteger(tokens)} tokens`;
}

function Text({ text, replay }: { readonly text: SummaryText; readonly replay: Replay }) {
  if (text.kind === 'none') return <p className="mt-2 text-ink2">{text.reason}</p>;
  if (text.kind === 'mechanical') return <Mechanical replay={replay} step={text.step} />;
  return (
    <>
      {text.sealed === null ? null : (
        <p className="mt-2 text-ink2">{text.sealed} Beside it in the recording:</p>
      )}
      {text.texts.map((one, i) => (
        <Passage key={i} text={one} />
      ))}
    </>
  );
}

/** A text of some lines, whole on demand. */
function Passage({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false);
  return (
    <div className="mt-2">
      <pre
        tabIndex={0}
        role="region"
        aria-label="Text of the summary"
        className={`overflow-auto rounded border border-line2 bg-panel px-2.5 py-1.5 font-sans break-words whitespace-pre-wrap ${whole ? '' : 'max-h-56'}`}
      >
        <ForeignText text={text} />
      </pre>
      <Button
        size="small"
        variant="quiet"
        className="mt-1"
        aria-expanded={whole}
        onClick={() => setWhole(!whole)}
      >
        {whole ? 'Less' : 'Whole text'}
      </Button>
    </div>
  );
}

/** The first text of the user's request that a continuation quotes. */
function useRequest(replay: Replay, step: number): string | null {
  const entry = quotedEntry(replay.session.profile, step);
  const { found } = useEntryText(entry);
  if (entry < 0) return '';
  if (found === undefined) return null;
  const texts = found.entry.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  return texts.find((text) => text !== '') ?? '';
}

/** The mechanical summary, from the beginnings of the entries' texts. */
function Mechanical({ replay, step }: { readonly replay: Replay; readonly step: number }) {
  const { record } = useWorkbench();
  const { profile } = replay.session;
  const bytes = intAt(replay.columns.summaryBytes, step);
  const request = useRequest(replay, step);
  const isShort = bytes <= MOST_BYTES;
  const excerpts = useExcerpts(record.row.id, intAt(profile.steps.entries, step), isShort);
  if (!isShort) {
    return <Note>{formatBytes(bytes)} of text: highwater compactions --text prints it.</Note>;
  }
  if (excerpts.isError) return <Note>{excerpts.error.message}</Note>;
  if (!excerpts.data || request === null) return <Note>…</Note>;
  if (excerpts.data.next !== null) {
    return (
      <Note>It quotes too many entries for the page: highwater compactions --text prints it.</Note>
    );
  }
  const texts = (entry: number): readonly string[] => excerpts.data.entries[entry] ?? [];
  const text = fallbackText(replay, step, texts, () => request);
  return text === null ? <Note>A summary before it is not known.</Note> : <Passage text={text} />;
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="mt-2 text-ink2">{children}</p>
);

/** What the policy writes around a summary and behind it. */
function Replacing({ replay, step }: { readonly replay: Replay; readonly step: number }) {
  const request = useRequest(replay, step);
  const parts = request === null ? null : replacingParts(replay, step, request);
  if (parts === null) return null;
  const { wrapper, continuation } = parts;
  return (
    <dl className="mt-3 space-y-2">
      <dt className="text-sm text-ink3">Around it</dt>
      <dd>
        <pre className="rounded border border-line2 bg-panel px-2.5 py-1.5 whitespace-pre-wrap">
          {wrapper.join('…')}
        </pre>
      </dd>
      {continuation === null ? null : (
        <>
          <dt className="text-sm text-ink3">Continuation, in this request only</dt>
          <dd>
            <pre
              data-continuation=""
              className="max-h-40 overflow-auto rounded border border-line2 bg-panel px-2.5 py-1.5 break-words whitespace-pre-wrap"
            >
              <ForeignText text={continuation} />
            </pre>
          </dd>
        </>
      )}
    </dl>
  );
}
