'use client';

import { useEffect } from 'react';
import { pressKey, type ShortcutHost } from './shortcuts';

/** Where a key belongs to the element that has it, not to the page. */
const TYPING = 'input, textarea, select, [contenteditable]';
const OWN_ARROWS = '[role=slider], [role=tab], [role=grid]';

/** Listens for the workbench's keys, except while someone types or a dialog is open. */
export function useShortcuts(host: ShortcutHost): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target?.closest(TYPING) || document.querySelector('[role=dialog]')) return;
      if (target?.closest(OWN_ARROWS) && /^(Arrow|Home|End|Page)/.test(event.key)) return;
      if (pressKey(host, event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [host]);
}
