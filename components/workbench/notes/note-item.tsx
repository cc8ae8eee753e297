'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FaultNote } from '@/components/ui/fault-note';
import { ForeignText } from '@/components/ui/text/foreign-text';
import type { NoteRecord } from '@/lib/api/contract/note-contract';
import { useChangeNote } from '@/lib/api/queries/note-queries';
import { MOST_NOTE } from '@/lib/engine/session/step-note';
import { noteSteps } from '@/lib/answers/report/runs/step-notes';
import { withNote } from './linked-note';

const COPIED_MS = 1_500;

/** A note with what can be done with it. */
export function NoteItem(props: {
  readonly note: NoteRecord;
  readonly session: string;
  readonly onDelete: () => void;
}) {
  const { note, session, onDelete } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  const change = useChangeNote(session);
  const copy = (): void => {
    void navigator.clipboard.writeText(withNote(window.location.href, note.text)).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
    });
  };
  const save = (text: string): void =>
    change.mutate({ note: note.id, text }, { onSuccess: () => setDraft(null) });
  return (
    <li data-note={note.id} className="mb-2 border-l-2 border-line pl-2.5">
      {note.first === note.last ? null : (
        <p className="text-xs font-semibold text-ink3">{noteSteps(note)}</p>
      )}
      {draft === null ? (
        <p className="wrap-anywhere whitespace-pre-line">
          <ForeignText text={note.text} />
        </p>
      ) : (
        <textarea
          autoFocus
          rows={3}
          aria-label="Text of the note"
          maxLength={MOST_NOTE}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setDraft(null);
          }}
          className="w-full rounded-md border border-line bg-bg px-2 py-1.5"
        />
      )}
      <FaultNote fault={change.error} className="text-sm" />
      <p className="-ml-2 flex flex-wrap">
        {draft === null ? (
          <>
            <Quiet label="Edit" onPress={() => setDraft(note.text)} />
            <Quiet label={copied ? 'Copied' : 'Copy link'} onPress={copy} />
            <Quiet label="Delete" onPress={onDelete} />
          </>
        ) : (
          <>
            <Button
              size="small"
              variant="primary"
              className="mx-2"
              disabled={draft.trim() === '' || change.isPending}
              onClick={() => save(draft)}
            >
              Save
            </Button>
            <Quiet label="Cancel" onPress={() => setDraft(null)} />
          </>
        )}
      </p>
    </li>
  );
}

const Quiet = ({ label, onPress }: { readonly label: string; readonly onPress: () => void }) => (
  <Button size="small" variant="quiet" onClick={onPress}>
    {label}
  </Button>
);
