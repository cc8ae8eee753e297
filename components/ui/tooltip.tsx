'use client';

import { Tooltip as Radix } from 'radix-ui';
import {
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { classNames } from './class-names';

/** Explains its child on hover, focus and touch; the child must take a ref and properties. */
export function Tooltip(props: {
  readonly text: ReactNode;
  readonly children: ReactElement;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
}) {
  const { text, children, side = 'bottom' } = props;
  const [open, setOpen] = useState(false);
  /** A tap opens it, though a click closes it. */
  const tapped = useRef(false);
  const onClick = ({ nativeEvent }: MouseEvent): void => {
    tapped.current = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
    if (tapped.current) setOpen(true);
  };
  const trigger = useRef<HTMLButtonElement>(null);
  const scrolling = useScrolling(open);
  const onOpenChange = (next: boolean): void => {
    if (!next && tapped.current) tapped.current = false;
    else if (next || !scrolling() || !trigger.current?.contains(document.activeElement))
      setOpen(next);
  };
  return (
    <Radix.Provider delayDuration={250}>
      <Radix.Root open={open} onOpenChange={onOpenChange}>
        <Radix.Trigger asChild ref={trigger} onClick={onClick}>
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-80 rounded-md border border-line bg-panel px-2.5 py-1.5 text-sm text-ink shadow-lg"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}

/**
 * Tells if a scroll is being handled now. A tip closes when its control scrolls, but the browser also
 * scrolls to a control that gets the focus: there the tip moves along.
 */
function useScrolling(watch: boolean): () => boolean {
  const scroll = useRef<Event | null>(null);
  // Before paint, and so before the tip's own listener.
  useLayoutEffect(() => {
    if (!watch) return;
    const note = (event: Event): void => void (scroll.current = event);
    window.addEventListener('scroll', note, { capture: true });
    return () => window.removeEventListener('scroll', note, { capture: true });
  }, [watch]);
  // An event that is over has no phase.
  return () => (scroll.current?.eventPhase ?? Event.NONE) !== Event.NONE;
}

/** A word that explains itself on hover, focus and touch. */
export function Term(props: {
  readonly text: ReactNode;
  readonly children: ReactNode;
  /** Replaces the word for screen readers. */
  readonly label?: string;
  /** -1 where the keys do not stop, as in the rows of a table but one. */
  readonly tabIndex?: number;
  readonly className?: string;
}) {
  const { text, children, label, tabIndex, className } = props;
  return (
    <Tooltip text={text}>
      <button
        type="button"
        aria-label={label}
        tabIndex={tabIndex}
        className={classNames(
          'inline-flex min-h-6 cursor-help items-center underline decoration-ink3/60 decoration-dotted underline-offset-[3px]',
          className,
        )}
      >
        {children}
      </button>
    </Tooltip>
  );
}
