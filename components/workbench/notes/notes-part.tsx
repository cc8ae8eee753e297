'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FaultNote } from '@/components/ui/fault-note';
import { saveFile } from '@/components/ui/save-file';
import { counted } from '@/lib/engine/base/format';
import type { NoteRecord } from '@/lib/api/contract/note-contract';
import { useAddNote, useDeleteNote, useNotes } from '@/lib/api/queries/note-queries';
import { noteLines, notesAt, noteSteps } from '@/lib/answers/report/runs/step-notes';
import { useLateFrame, useWorkbench } from '../state/use-workbench';
import { withNote } from './linked-note';
import { LinkedNote } from './linked-note-view';
import { NoteForm } from './note-form';
import { NoteItem } from './note-item';

/** Notes of the selected step, a form for another one, and all notes of the session. */
export function NotesPart(props: {
  /** Counts the times that a new note was asked for. */
  readonly asked: number;
  readonly onAsk: () => void;
  /** The note that the link brought; null for none. */
  readonly linked: string | null;
}) {
  const { asked, onAsk, linked } = props;
  const { record, store } = useWorkbench();
  const { step } = useLateFrame();
  const { id } = record.row;
  const { data: notes = [], error } = useNotes(id);
  const add = useAddNote(id);
  const remove = useDeleteNote(id);
  const [written, setWritten] = useState(0);
  const [brought, setBrought] = useState(linked);
  const [deleted, setDeleted] = useState<NoteRecord | null>(null);
  const writing = asked > written;
  const here = notesAt(notes, step);
  const forget = (): void => {
    setBrought(null);
    const without = withNote(window.location.href, null);
    window.history.replaceState(window.history.state, '', without);
  };
  return (
    <div data-notes="" className="break-inside-avoid py-2">
      {brought === null ? null : (
        <LinkedNote
          text={brought}
          onKeep={() => add.mutate({ first: step, text: brought }, { onSuccess: forget })}
          onForget={forget}
        />
      )}
      {here.length === 0 ? null : (
        <ul aria-label="Notes of this step">
          {here.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              session={id}
              onDelete={() => remove.mutate(note.id, { onSuccess: setDeleted })}
            />
          ))}
        </ul>
      )}
      {deleted === null ? null : (
        <p role="status" className="flex min-h-6 items-center gap-2 text-sm text-ink2">
          The note on {noteSteps(deleted).toLowerCase()} was deleted.
          <Button
            size="small"
            onClick={() => {
              const { first, last, text } = deleted;
              add.mutate({ first, last, text }, { onSuccess: () => setDeleted(null) });
            }}
          >
            Undo
          </Button>
        </p>
      )}
      <FaultNote fault={error ?? add.error ?? remove.error} className="text-sm" />
      {writing ? (
        <NoteForm key={asked} session={id} onDone={() => setWritten(asked)} />
      ) : (
        <button type="button" className="min-h-6 text-sm text-ink2 hover:text-ink" onClick={onAsk}>
          Add a note
        </button>
      )}
      <AllNotes notes={notes} onSelect={store.selectStep} />
    </div>
  );
}

/** Every note of the session; a click selects its first step. */
function AllNotes(props: {
  readonly notes: readonly NoteRecord[];
  readonly onSelect: (step: number) => void;
}) {
  const { notes, onSelect } = props;
  if (notes.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer leading-6 text-ink2">
        {counted(notes.length, 'note')} in this session
      </summary>
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            <button
              type="button"
              className="block min-h-6 w-full truncate text-left text-ink2 hover:text-ink"
              onClick={() => onSelect(note.first)}
            >
              <span className="text-ink">{noteSteps(note)}</span> {note.text}
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="min-h-6 underline underline-offset-2"
        onClick={() => saveFile('notes.md', 'text/markdown', `${asList(notes)}\n`)}
      >
        Download as Markdown
      </button>
    </details>
  );
}

const asList = (notes: readonly NoteRecord[]): string =>
  noteLines(notes)
    .map((line) => `- ${line}`)
    .join('\n');
