'use client';

import { useEffect, type RefObject } from 'react';

/**
 * The focus stays in an element when the button that had it there is gone: the way back takes it, else the first
 * button. Else the next key of somebody without a pointer would begin at the top of the page.
 */
export function useFocusKept(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let had = false;
    const onFocus = ({ target }: FocusEvent): void => {
      had = target instanceof Node && element.contains(target);
    };
    const observer = new MutationObserver(() => {
      if (!had || document.activeElement !== document.body) return;
      const next = element.querySelector('[data-back]') ?? element.querySelector('button');
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    });
    observer.observe(element, { childList: true, subtree: true });
    // A press beside everything takes the focus on purpose.
    const forget = (): void => {
      had = false;
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', forget);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', forget);
    };
  }, [box]);
}
