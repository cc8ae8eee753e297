'use client';

import { Popover as Radix } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';

/** What a tip's panel is given. */
export interface TipPanelProps {
  readonly id: string;
  readonly trigger: RefObject<HTMLElement | null>;
  readonly side: 'top' | 'right' | 'bottom' | 'left';
  readonly text: ReactNode;
  /** Called by Escape and by a press or the focus elsewhere. */
  readonly onClose: () => void;
  /** Called when a pointer comes to the panel, which keeps it open, or leaves it. */
  readonly onPointer: (inside: boolean) => void;
}

/** A tip beside its trigger, open while it is mounted. The focus stays where it is. */
export function TipPanel(props: TipPanelProps) {
  const { id, trigger, side, text, onClose, onPointer } = props;
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Anchor virtualRef={trigger} />
      <Radix.Portal>
        <Radix.Content
          id={id}
          role="tooltip"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            // The trigger decides itself.
            if (trigger.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onPointerEnter={() => onPointer(true)}
          onPointerLeave={() => onPointer(false)}
          className="z-50 max-w-80 rounded-md border border-line bg-panel px-2.5 py-1.5 text-sm text-ink shadow-lg"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
