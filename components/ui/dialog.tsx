'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button';
import { classNames } from './class-names';
import { Modal } from './modal';

/** A modal dialog with a title, open while it is mounted; the focus returns to its opener. */
export function Dialog(props: {
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly wide?: boolean;
}) {
  const { onClose, title, description, children, wide = false } = props;
  return (
    <Modal
      onClose={onClose}
      described={description !== undefined}
      className={classNames(
        'top-1/2 max-h-[calc(100dvh-48px)] -translate-1/2',
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
    </Modal>
  );
}
