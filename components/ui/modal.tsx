'use client';

import { Dialog as Radix } from 'radix-ui';
import { useState, type ReactNode, type RefObject } from 'react';
import { classNames } from './class-names';
import { giveBack } from './give-back';

/**
 * What takes the whole page, open while it is mounted; the focus returns to its opener. It must hold a
 * Radix title.
 */
export function Modal(props: {
  readonly onClose: () => void;
  /** Called when the focus is back. */
  readonly onGone?: () => void;
  /** Gets the focus first; the first control without it. */
  readonly first?: RefObject<HTMLElement | null>;
  /** It holds a Radix description. */
  readonly described?: boolean;
  /** Its place and width. */
  readonly className: string;
  readonly children: ReactNode;
}) {
  const { onClose, onGone, first, described = false, className, children } = props;
  const [opener] = useState(() => document.activeElement);
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/35" />
        <Radix.Content
          data-modal=""
          onOpenAutoFocus={(event) => {
            if (first === undefined) return;
            event.preventDefault();
            first.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            // Without a trigger of its own Radix leaves the focus on the body.
            event.preventDefault();
            giveBack(opener);
            onGone?.();
          }}
          {...(described ? {} : { 'aria-describedby': undefined })}
          className={classNames(
            'fixed left-1/2 z-50 flex w-[calc(100vw-32px)] flex-col rounded-lg border border-line bg-panel shadow-xl focus:outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
