'use client';

import { useEffect, useState } from 'react';
import { hasFiles } from './dropped-files';

/**
 * A drag over the page fires events every few hundred milliseconds; after this long without one it
 * is over, whichever of its other events was lost.
 */
const SILENT_MS = 1_000;

/**
 * True while files are dragged over the page. A drop anywhere, leaving the window, Escape and
 * silence end it; enters and leaves are not counted, since browsers do not pair them.
 */
export function useFileDrag(onDrop: (transfer: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(silence);
      setOver(false);
    };
    const hover = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      clearTimeout(silence);
      silence = setTimeout(end, SILENT_MS);
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) end();
    };
    const drop = (event: DragEvent): void => {
      end();
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      onDrop(event.dataTransfer);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') end();
    };
    const stop = new AbortController();
    // Capture, before any element can stop the event.
    const early = { capture: true, signal: stop.signal };
    window.addEventListener('dragenter', hover, early);
    window.addEventListener('dragover', hover, early);
    window.addEventListener('dragleave', leave, early);
    window.addEventListener('drop', drop, early);
    window.addEventListener('dragend', end, early);
    window.addEventListener('keydown', key, early);
    return () => {
      stop.abort();
      clearTimeout(silence);
    };
  }, [onDrop]);
  return over;
}
