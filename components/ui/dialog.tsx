'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { Button } from './button';
import { classNames } from './class-names';
import { giveBack } from './give-back';

/** A modal dialog with a title, open while it is mounted; the focus returns to its opener. */
export function Dialog(props: {
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly wide?: boolean;
}) {
  const { onClose, title, description, children, wide = false } = props;
  const [opener] = useState(() => document.activeElement);
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/35" />
        <Radix.Content
          data-modal=""
          onCloseAutoFocus={(event) => {
            // Without a trigger of its own Radix leaves the focus on the body.
            event.preventDefault();
            giveBack(opener);
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          className={classNames(
            'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-48px)] w-[calc(100vw-32px)] -translate-1/2 flex-col rounded-lg border border-line bg-panel shadow-xl focus:outline-none',
            wide ? 'max-w-3xl' : 'max-w-xl',
          )}
        >
          <div className="flex items-start gap-4 border-b border-line2 px-5 py-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-semibold tracking-tight">{title}</Radix.Title>
              {description === undefined ? null : (
                <Radix.Description asChild>
                  <div className="mt-0.5 text-ink2">{description}</div>
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Close">
                <X size={16} aria-hidden="true" />
              </Button>
            </Radix.Close>
          </div>
          <div className="min-h-0 overflow-y-auto px-5 py-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
