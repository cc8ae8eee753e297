'use client';

import { useEffect, useState } from 'react';
import { lateDialog } from '@/components/ui/late';
import { setDoor } from '@/components/ui/site/palette-door';

const Palette = lateDialog(() => import('./palette').then((file) => file.Palette));

/** A dialog that takes the whole page is open: another one would stack upon it. */
const isTaken = (): boolean => document.querySelector('[data-modal]') !== null;

/** Opens the palette by Ctrl+K or ⌘K on every page, and by the button of a header. */
export function PaletteHost() {
  const [open, setOpen] = useState(false);
  useEffect(() => setDoor(() => setOpen(!isTaken())), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return;
      if (!open && isTaken()) return;
      event.preventDefault();
      setOpen(!open);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
  return open ? <Palette onClose={() => setOpen(false)} /> : null;
}
