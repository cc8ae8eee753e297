'use client';

import { useLayoutEffect, useRef } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { xOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import type { NoteRecord } from '@/lib/api/contract/note-contract';
import { useNotes } from '@/lib/api/queries/note-queries';
import { noteSteps } from '@/lib/answers/report/runs/step-notes';
import { useWorkbench } from '../state/use-workbench';

/** Pixels of a mark: its button, and the flag in it. */
const MARK = 16;

const NONE: readonly NoteRecord[] = [];

/** The session's notes above the axis: a flag a note, a bar over the steps of a range; moved outside React. */
export function NoteMarks({ scales }: { readonly scales: PlotScales }) {
  const { chart, record, store } = useWorkbench();
  const { data: notes = NONE } = useNotes(record.row.id);
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const draw = (): void =>
      notes.forEach(({ first, last }, i) => {
        const mark = root.current?.children[i];
        if (!(mark instanceof HTMLElement)) return;
        const { range } = store.frame();
        mark.hidden = last < range.from || first > range.to;
        const from = xOf(scales, Math.max(first, range.from));
        const to = xOf(scales, Math.min(last, range.to));
        mark.style.transform = `translate(${from - MARK / 2}px, ${scales.bottom - MARK}px)`;
        mark.style.width = `${to - from + MARK}px`;
      });
    draw();
    return chart.subscribe(draw);
  }, [chart, notes, scales, store]);
  return (
    <div ref={root} className="pointer-events-none absolute inset-0 overflow-hidden">
      {notes.map((note) => (
        <button
          key={note.id}
          type="button"
          data-note-mark={note.first}
          aria-label={`Note on ${noteSteps(note).toLowerCase()}: ${withoutControls(note.text)}`}
          title={`${noteSteps(note)}: ${withoutControls(note.text)}`}
          className="pointer-events-auto absolute top-0 left-0 flex h-4 items-end"
          onClick={() => store.select(note.first)}
        >
          <span aria-hidden="true" className="ml-[7px] flex h-3.5 w-full border-l-2 border-accent">
            <span className="h-1.5 w-2 bg-accent" />
            {note.first === note.last ? null : (
              <span className="mr-[7px] h-0.5 flex-1 bg-accent opacity-60" />
            )}
          </span>
        </button>
      ))}
    </div>
  );
}
