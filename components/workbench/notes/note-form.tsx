'use client';

import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { FaultNote } from '@/components/ui/fault-note';
import { useAddNote } from '@/lib/api/queries/note-queries';
import { MOST_NOTE } from '@/lib/engine/session/step-note';
import { noteSteps } from '@/lib/answers/report/runs/step-notes';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** Writes a note on the selected step, or on the shown range of steps. */
export function NoteForm(props: { readonly session: string; readonly onDone: () => void }) {
  const { session, onDone } = props;
  const { store } = useWorkbench();
  const { step, range } = useLateFrame();
  const [text, setText] = useState('');
  const [onRange, setOnRange] = useState(false);
  const add = useAddNote(session);
  const isZoomed = range.from > 0 || range.to < store.session.profile.stepCount - 1;
  const at =
    onRange && isZoomed ? { first: range.from, last: range.to } : { first: step, last: step };
  const send = (event?: FormEvent): void => {
    event?.preventDefault();
    if (text.trim() !== '') add.mutate({ ...at, text }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={send} className="grid gap-1.5">
      <textarea
        autoFocus
        rows={3}
        maxLength={MOST_NOTE}
        aria-label={`Note on ${noteSteps(at).toLowerCase()}`}
        placeholder={`Note on ${noteSteps(at).toLowerCase()}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
        className="rounded-md border border-line bg-bg px-2 py-1.5 placeholder:text-ink3"
      />
      {isZoomed ? (
        <label className="flex min-h-6 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={onRange}
            onChange={(event) => setOnRange(event.target.checked)}
          />
          On the shown {noteSteps({ first: range.from, last: range.to }).toLowerCase()}
        </label>
      ) : null}
      <FaultNote fault={add.error} className="text-sm" />
      <span className="flex gap-2">
        <Button
          size="small"
          variant="primary"
          type="submit"
          disabled={text.trim() === '' || add.isPending}
        >
          Save note
        </Button>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
