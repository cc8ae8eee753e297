'use client';

import { useEffect, type RefObject } from 'react';

/** `/` goes to the search, `z` takes the last delete back; typing in a field stays typing. */
export function useShortcuts(search: RefObject<HTMLInputElement | null>, undo: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event;
      if (target instanceof HTMLInputElement && target.type !== 'checkbox') return;
      if (event.altKey || event.defaultPrevented) return;
      const command = event.ctrlKey || event.metaKey;
      if (event.key === '/' && !command) search.current?.focus();
      else if (event.key.toLowerCase() === 'z' && !event.shiftKey) undo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [search, undo]);
}
