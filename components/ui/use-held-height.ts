'use client';

import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the height that an element had before `held`, so that nothing below it moves; what grows beyond
 * it is cut off until then.
 */
export function useHeldHeight(box: RefObject<HTMLElement | null>, held: boolean): void {
  const free = useRef(0);
  useEffect(() => {
    const element = box.current;
    if (!element || held) return;
    const observer = new ResizeObserver(() => {
      free.current = element.offsetHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, held]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !held || free.current === 0) return;
    element.style.height = `${free.current}px`;
    element.style.overflowY = 'clip';
    return () => {
      element.style.height = '';
      element.style.overflowY = '';
    };
  }, [box, held]);
}
