'use client';

import { ForeignText } from '@/components/ui/text/foreign-text';
import type { Compaction } from '@/lib/analysis/explain/compaction/compaction-list';
import { previousBytes, type SummaryCall } from '@/lib/analysis/explain/compaction/summariser-call';
import { renderedEntry, roleOf } from '@/lib/analysis/explain/compaction/summariser-input';
import { formatBytes } from '@/lib/engine/base/format';
import type { PromptTexts } from '@/lib/engine/policy/summariser';
import type { Replay } from '@/lib/engine/replay/replay';
import { useEntryText } from '../request/entry-page';
import { EntryWindow } from './entry-window';
import { Fold } from './fold';

/** The prompt as it is written, entry by entry, where the policy's texts are known. */
export function PromptText(props: {
  readonly replay: Replay;
  readonly compaction: Compaction;
  readonly asked: SummaryCall;
}) {
  const { replay, compaction, asked } = props;
  const { policy, settings, contents } = asked;
  const texts = policy.summariser?.texts;
  if (texts === undefined) return null;
  const { given } = contents;
  const previous = previousBytes(replay, compaction);
  return (
    <div className="mt-2" data-prompt="">
      <Fold title="The prompt as it is written">
        {() => (
          <div className="mt-1 overflow-hidden rounded border border-line2 bg-panel">
            <Frame text={texts.open} />
            {previous === 0 ? null : (
              <Frame text={texts.previous.join(`(the stored summary, ${formatBytes(previous)})`)} />
            )}
            <Frame text={texts.transcript[0]} />
            {given.summary === null ? null : (
              <Frame
                text={texts.line(
                  'user',
                  'text',
                  `(the summary in front, ${formatBytes(given.summary)})`,
                )}
              />
            )}
            <EntryWindow
              ranges={given.ranges}
              label="Entries of the prompt"
              draw={(entry) => <Line replay={replay} texts={texts} entry={entry} />}
            />
            <Frame text={texts.transcript[1]} />
            <p className="border-t border-line2 px-4 py-1.5 text-sm text-ink3">
              The agent’s task list would follow; no recording holds it. The instruction ends with “
              {texts.limit(settings).line.trim()}”
            </p>
          </div>
        )}
      </Fold>
    </div>
  );
}

const Frame = ({ text }: { readonly text: string }) => (
  <pre className="px-4 py-1 break-words whitespace-pre-wrap text-ink2">{text.trim()}</pre>
);

/** An entry as the prompt has it. */
function Line(props: {
  readonly replay: Replay;
  readonly texts: PromptTexts<unknown>;
  readonly entry: number;
}) {
  const { replay, texts, entry } = props;
  const { found, fault } = useEntryText(entry);
  const role = roleOf(replay.session.profile, entry);
  const text = found ? renderedEntry(texts, role, found.entry).trimEnd() : (fault ?? '…');
  return (
    <pre className="max-h-40 overflow-auto py-1 break-words whitespace-pre-wrap">
      {text === '' ? (
        <span className="font-sans text-ink3">nothing of this entry</span>
      ) : (
        <ForeignText text={text} />
      )}
    </pre>
  );
}
