'use client';

import { Slot } from 'radix-ui';
import { useId, useRef, type ReactElement, type ReactNode } from 'react';
import { classNames } from './class-names';
import { lateAddition } from './late';
import type { TipPanelProps } from './tip/tip-panel';
import { useTip } from './tip/use-tip';

/** Placing a panel takes code of its own (17 kB), which comes with the first tip that is asked for. */
const { Part: TipPanel, fetchEarly } = lateAddition(
  () => import('./tip/tip-panel').then((file) => file.TipPanel),
  PlainTip,
);

/** Explains its child on hover, focus and touch; the child must take a ref and properties. */
export function Tooltip(props: {
  readonly text: ReactNode;
  readonly children: ReactElement;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
}) {
  const { text, children, side = 'bottom' } = props;
  const id = useId();
  const trigger = useRef<HTMLElement>(null);
  const { open, close, onPointer, listeners } = useTip(trigger, fetchEarly);
  return (
    <>
      <Slot.Root ref={trigger} {...(open ? { 'aria-describedby': id } : {})} {...listeners}>
        {children}
      </Slot.Root>
      {open ? <TipPanel {...{ id, trigger, side, text, onPointer }} onClose={close} /> : null}
    </>
  );
}

/** The tip at the foot of the page, where the code that places it cannot be fetched. */
function PlainTip({ id, text }: TipPanelProps) {
  return (
    <span
      id={id}
      role="tooltip"
      className="fixed bottom-4 left-1/2 z-50 max-w-80 -translate-x-1/2 rounded-md border border-line bg-panel px-2.5 py-1.5 text-sm text-ink shadow-lg"
    >
      {text}
    </span>
  );
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
