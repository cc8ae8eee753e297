'use client';

import { Popover as Radix } from 'radix-ui';
import { useRef, type ReactNode, type RefObject } from 'react';
import { classNames } from './class-names';

/** What Tab stops at. */
const STOPS = 'a[href], button:not(:disabled), input, select, textarea, [tabindex="0"]';

/**
 * A panel beside the button that opens it, open while it is mounted. Escape and a press elsewhere close
 * it; the focus returns to the button unless it has gone elsewhere.
 */
export function PopoverPanel(props: {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly label: string;
  readonly align: 'start' | 'end';
  readonly onClose: () => void;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const { button, label, align, onClose, className, children } = props;
  const left = useRef(false);
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Anchor virtualRef={button} />
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={12}
          aria-label={label}
          onInteractOutside={(event) => {
            // The button closes by its own press; closed here as well it would open again.
            if (button.current?.contains(event.target as Node)) event.preventDefault();
            else left.current = true;
          }}
          onOpenAutoFocus={(event) => {
            // Radix passes over links: what is first to read is the first to stand on.
            const first = (event.currentTarget as Element).querySelector<HTMLElement>(STOPS);
            if (first?.tagName !== 'A') return;
            event.preventDefault();
            first.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const nowhere = [document.body, null].includes(document.activeElement as null);
            if (nowhere && !left.current) button.current?.focus({ preventScroll: true });
          }}
          className={classNames('z-30 rounded-lg border border-line bg-panel shadow-xl', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
