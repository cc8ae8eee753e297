'use client';

import { ForeignText } from '@/components/ui/text/foreign-text';
import type { Compaction } from '@/lib/analysis/explain/compaction/compaction-list';
import {
  commandEntries,
  instructionsIn,
  keptInstructions,
  keptWords,
} from '@/lib/analysis/explain/compaction/instructions';
import { recordedSummaryText } from '@/lib/analysis/explain/compaction/summary-text';
import { useRecordedCompactions } from '@/lib/api/queries/compaction-queries';
import type { Replay } from '@/lib/engine/replay/replay';
import { useEntryText } from '../request/entry-page';
import { useWorkbench } from '../state/use-workbench';

/** What the user asked a recorded compaction to keep, and whether its summary does. */
export function InstructionsPart(props: {
  readonly replay: Replay;
  readonly compaction: Compaction;
}) {
  const { profile } = props.replay.session;
  const recorded = profile.head.compactions[props.compaction.index];
  if (recorded === undefined) return null;
  return commandEntries(recorded, profile.entryCount).map((entry) => (
    <InstructionsAt key={entry} entry={entry} index={props.compaction.index} />
  ));
}

function InstructionsAt({ entry, index }: { readonly entry: number; readonly index: number }) {
  const { record } = useWorkbench();
  const { recorded } = useRecordedCompactions(record.row.id);
  const { found } = useEntryText(entry);
  const texts =
    found?.entry.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])) ?? [];
  const asked = texts.map(instructionsIn).find((text) => text !== null);
  const compaction = recorded[index];
  if (typeof asked !== 'string' || compaction === undefined) return null;
  const summary = recordedSummaryText(compaction);
  const kept = keptInstructions(asked, summary.kind === 'recorded' ? summary.texts : []);
  return (
    <section
      aria-label="Instructions"
      data-instructions={kept.kept ?? 'unknown'}
      className="border-t border-line2 px-4 py-3"
    >
      <h3 className="font-semibold">Asked of it: {keptWords(kept)}</h3>
      <p className="mt-1 break-words whitespace-pre-wrap">
        <ForeignText text={asked} />
      </p>
    </section>
  );
}
