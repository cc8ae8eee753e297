'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../class-names';

/** A list of any length of which only what is in sight is drawn; heights are measured as it is. */
export function VirtualList(props: {
  readonly label: string;
  readonly count: number;
  readonly keyOf: (index: number) => number | string;
  readonly draw: (index: number) => ReactNode;
  /** Pixels of an item before it is measured. */
  readonly rowHeight: number;
  /** Classes of the box that scrolls, and of an item. */
  readonly className: string;
  readonly itemClass: (index: number) => string;
  /** Called with a key, and with what scrolls to an item. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>, reveal: (index: number) => void) => void;
  /** What stands above the items. */
  readonly children?: ReactNode;
}) {
  const { label, count, keyOf, draw, rowHeight, className, itemClass, onKeyDown, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 8,
  });
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={label}
      className={classNames('overflow-auto focus-visible:-outline-offset-2', className)}
      onKeyDown={(event) => onKeyDown?.(event, (index) => list.scrollToIndex(index))}
    >
      {children}
      <div role="list" className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            role="listitem"
            ref={list.measureElement}
            data-index={index}
            className={classNames('absolute inset-x-0 border-b border-line2', itemClass(index))}
            style={{ top: start }}
          >
            {draw(index)}
          </div>
        ))}
      </div>
    </div>
  );
}
