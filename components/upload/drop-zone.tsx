'use client';

import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { droppedFiles, hasFiles } from './dropped-files';
import { isEditing, pastedFiles } from './pasted-files';
import type { Chosen } from './upload-batch';

/** Takes files dropped or pasted anywhere on the page; says so while they hang over it. */
export function DropZone({ onFiles }: { readonly onFiles: (chosen: Chosen) => void }) {
  const pastes = useRef(0);
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  useEffect(() => {
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      depth.current++;
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      depth.current = Math.max(0, depth.current - 1);
      if (depth.current === 0) setOver(false);
    };
    const hover = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent): void => {
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      void droppedFiles(event.dataTransfer).then((chosen) => {
        if (chosen.files.length + chosen.folders.length > 0) onFiles(chosen);
      });
    };
    const paste = (event: ClipboardEvent): void => {
      if (!event.clipboardData || isEditing(event.target)) return;
      const files = pastedFiles(event.clipboardData, pastes.current + 1);
      if (files.length === 0) return;
      event.preventDefault();
      pastes.current++;
      onFiles({ files, folders: [] });
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: hover, drop } as const;
    const names = ['dragenter', 'dragleave', 'dragover', 'drop'] as const;
    for (const name of names) window.addEventListener(name, listeners[name]);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('paste', paste);
      for (const name of names) window.removeEventListener(name, listeners[name]);
    };
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
