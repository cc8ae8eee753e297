'use client';

import { X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Kbd } from '@/components/ui/kbd';

const STAYS_MS = 12_000;

/** A short message at the bottom of the page; it disappears unless hovered or focused. */
export function Toast(props: {
  readonly text: string;
  readonly onClose: () => void;
  readonly bad?: boolean;
  readonly children?: ReactNode;
}) {
  const { text, onClose, bad = false, children } = props;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(onClose, STAYS_MS);
    return () => clearTimeout(timer);
  }, [held, onClose]);
  return (
    <div
      role={bad ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="fixed bottom-5 left-1/2 z-30 flex w-max max-w-[min(44rem,calc(100vw-2rem))] -translate-x-1/2 items-center gap-3 rounded-lg border bg-panel py-1.5 pr-1.5 pl-3.5 shadow-lg"
    >
      <span className={classNames('min-w-0 wrap-anywhere', bad && 'text-overflow')}>
        <ForeignText text={text} />
      </span>
      {children}
      <Button variant="quiet" size="icon" aria-label="Dismiss" onClick={onClose}>
        <X size={14} aria-hidden="true" />
      </Button>
    </div>
  );
}

/** Reports an action and offers to undo it. */
export function UndoToast(props: {
  readonly text: string;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}) {
  const { text, onUndo, onClose } = props;
  return (
    <Toast text={text} onClose={onClose}>
      <Button size="small" onClick={onUndo}>
        Undo <Kbd>Z</Kbd>
      </Button>
    </Toast>
  );
}
