'use client';

import { Download } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { droppedFiles } from './files/dropped-files';
import type { Chosen } from './upload-batch';
import { err, ok, type Result } from '@/lib/engine/base/result';
import { useFileDrag } from './files/use-file-drag';

/** Accepts files dropped or pasted anywhere on the page; shows an overlay during the drag. */
export function DropZone(props: {
  readonly onFiles: (chosen: Chosen) => void;
  /** Called with a sentence where a paste holds nothing to import. */
  readonly onRefused: (why: string) => void;
}) {
  const { onFiles, onRefused } = props;
  const pastes = useRef(0);
  const drop = useCallback(
    (transfer: DataTransfer) =>
      void droppedFiles(transfer).then((chosen) => {
        if (chosen.files.length + chosen.folders.length > 0) onFiles(chosen);
      }),
    [onFiles],
  );
  const over = useFileDrag(drop);
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      if (!event.clipboardData || isEditing(event.target)) return;
      const pasted = pastedFiles(event.clipboardData, pastes.current + 1);
      event.preventDefault();
      if (!pasted.ok) return onRefused(pasted.error);
      pastes.current++;
      onFiles({ files: pasted.value, folders: [] });
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [onFiles, onRefused]);
  if (!over) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 bg-bg/85 p-4">
      <div className="flex h-full flex-col items-center justify-center gap-2 rounded-lg border-2 border-dashed border-accent">
        <Download size={22} aria-hidden="true" className="text-accent" />
        <p className="text-xl font-semibold tracking-tight">Drop to import</p>
        <p className="text-ink2">Any number of files, archives or whole folders.</p>
      </div>
    </div>
  );
}

/** Characters of a refused text that its sentence quotes. */
const QUOTED = 60;

/** The files a paste brings: copied files, or a text that is JSON by its beginning; else why not. */
function pastedFiles(transfer: DataTransfer, number: number): Result<readonly File[], string> {
  if (transfer.files.length > 0) return ok([...transfer.files]);
  const text = transfer.getData('text/plain');
  if (/^\ufeff?\s*[[{]/.test(text)) return ok([new File([text], `pasted-${number}.jsonl`)]);
  const [line = ''] = text.trim().split('\n', 1);
  if (line === '') return err('The pasted text is empty, so nothing was imported.');
  const quoted = line.length > QUOTED ? `${line.slice(0, QUOTED)}…` : line;
  return err(
    `The pasted text is not JSON, so nothing was imported. It begins with “${quoted}”; copy a trace from its first { or [ on, or drop its file.`,
  );
}

/** True if a paste goes to a field being edited. */
const isEditing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select') !== null);
