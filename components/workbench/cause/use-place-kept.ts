'use client';

import { useEffect, type RefObject } from 'react';

/** What the pointer pressed last, and how far below the top of the view it stood. */
interface Pressed {
  readonly element: Element;
  readonly top: number;
}

/**
 * What was pressed stays under the pointer after its release, while an element above it becomes higher
 * or lower: what scrolls around it is moved as far. Until the reader scrolls, types or presses again.
 */
export function usePlaceKept(above: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = above.current;
    if (element === null) return;
    let pressed: Pressed | null = null;
    const forget = (): void => {
      pressed = null;
    };
    const onUp = (): void => {
      // A slider's thumb has the focus wherever the pointer is let go.
      const target = document.activeElement;
      const follows = target !== null && isAfter(element, target);
      pressed = follows ? { element: target, top: target.getBoundingClientRect().top } : null;
    };
    const keep = (): void => {
      if (!pressed?.element.isConnected) return;
      const moved = pressed.element.getBoundingClientRect().top - pressed.top;
      if (Math.abs(moved) >= 1) scrolledAround(pressed.element).scrollTop += moved;
    };
    const observer = new ResizeObserver(keep);
    observer.observe(element);
    const ends = ['pointerdown', 'wheel', 'touchmove', 'keydown'] as const;
    for (const type of ends) {
      window.addEventListener(type, forget, { capture: true, passive: true });
    }
    window.addEventListener('pointerup', onUp, { capture: true });
    return () => {
      observer.disconnect();
      for (const type of ends) window.removeEventListener(type, forget, { capture: true });
      window.removeEventListener('pointerup', onUp, { capture: true });
    };
  }, [above]);
}

const isAfter = (element: Element, other: Element): boolean => {
  const position = element.compareDocumentPosition(other);
  return (
    (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
    (position & Node.DOCUMENT_POSITION_CONTAINED_BY) === 0
  );
};

/** The nearest element around that has more to scroll; else the page. */
function scrolledAround(element: Element): Element {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box);
    if (/auto|scroll/.test(overflowY) && box.scrollHeight > box.clientHeight) return box;
  }
  return document.documentElement;
}
