import { useEffect, useRef, type KeyboardEvent } from 'react';

/** A key that was pressed, as React and as the browser tell it. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'preventDefault'
> & { readonly target: EventTarget | null };

/** A key with the focus nowhere goes to the list: j, k and the arrows are meant for it. */
export function useFreeKeys(
  scroller: HTMLElement | null,
  onKeyDown: (event: KeyPress) => void,
): void {
  const latest = useRef(onKeyDown);
  latest.current = onKeyDown;
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.target !== document.body || event.defaultPrevented) return;
      if (!['j', 'k', 'ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return;
      if (document.querySelector('[role=dialog]') !== null) return;
      scroller?.focus({ preventScroll: true });
      latest.current(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [scroller]);
}
