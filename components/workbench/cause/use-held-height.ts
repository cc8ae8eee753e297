'use client';

import { useEffect, useRef, useState, type CSSProperties } from 'react';

/**
 * Keeps an element as high as it was before something began to move: a slider below it stays under the
 * hand. What does not fit is cut until then.
 */
export function useHeldHeight(moving: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null || moving) return;
    const observer = new ResizeObserver(() => setHeight(element.getBoundingClientRect().height));
    observer.observe(element);
    return () => observer.disconnect();
  }, [moving]);
  const style: CSSProperties = moving && height > 0 ? { height, overflow: 'hidden' } : {};
  return { box, style };
}
