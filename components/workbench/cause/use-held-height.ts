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

/** Never lets an element become lower than it was at its width: what stands below it moves once at most. */
export function useReservedHeight() {
  const box = useRef<HTMLDivElement>(null);
  const [{ minHeight }, setReserved] = useState({ width: 0, minHeight: 0 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const { width, height } = element.getBoundingClientRect();
      setReserved((old) => {
        // Of another width: first as high as its text, which is measured next.
        if (old.width !== width) return { width, minHeight: 0 };
        return height > old.minHeight ? { width, minHeight: height } : old;
      });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const style: CSSProperties = minHeight > 0 ? { minHeight } : {};
  return { box, style };
}
