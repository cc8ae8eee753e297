'use client';

import { Download } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { droppedFiles } from './files/dropped-files';
import type { Chosen } from './upload-batch';
import { useFileDrag } from './files/use-file-drag';

/** Accepts files dropped or pasted anywhere on the page; shows an overlay during the drag. */
export function DropZone({ onFiles }: { readonly onFiles: (chosen: Chosen) => void }) {
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
      const files = pastedFiles(event.clipboardData, pastes.current + 1);
      if (files.length === 0) return;
      event.preventDefault();
      pastes.current++;
      onFiles({ files, folders: [] });
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [onFiles]);
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

/** The files a paste brings: copied files, or a text that is JSON by its beginning. */
function pastedFiles(transfer: DataTransfer, number: number): readonly File[] {
  if (transfer.files.length > 0) return [...transfer.files];
  const text = transfer.getData('text/plain');
  if (!/^\ufeff?\s*[[{]/.test(text)) return [];
  return [new File([text], `pasted-${number}.jsonl`)];
}

/** True if a paste goes to a field being edited. */
const isEditing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select') !== null);
