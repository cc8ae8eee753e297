'use client';

import { useState } from 'react';
import { late } from '@/components/ui/late';
import { useWorkbench } from '../state/use-workbench';
import { linkedNote } from './linked-note';

const { Part } = late(() => import('./notes-part').then((file) => file.NotesPart));

/** Notes of the selected step; their code is fetched where there are any, or one is to be written. */
export function NotesBlock({ asked }: { readonly asked: number }) {
  const { record } = useWorkbench();
  const [pressed, setPressed] = useState(0);
  const [linked] = useState(() => linkedNote(window.location.search));
  const wanted = asked + pressed;
  if (record.notes === 0 && linked === null && wanted === 0) {
    return (
      <button
        type="button"
        className="min-h-6 text-sm text-ink2 hover:text-ink print:hidden"
        onClick={() => setPressed(1)}
      >
        Add a note
      </button>
    );
  }
  return <Part asked={wanted} onAsk={() => setPressed(pressed + 1)} linked={linked} />;
}
