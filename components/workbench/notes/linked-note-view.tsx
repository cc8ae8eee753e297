'use client';

import { Button } from '@/components/ui/button';
import { ForeignText } from '@/components/ui/text/foreign-text';

/** A note that a link brought: somebody else's text, until it is kept. */
export function LinkedNote(props: {
  readonly text: string;
  readonly onKeep: () => void;
  readonly onForget: () => void;
}) {
  const { text, onKeep, onForget } = props;
  return (
    <div data-linked-note="" className="mb-2 border-l-2 border-accent pl-2.5">
      <p className="text-xs font-semibold text-ink3">Note from the link</p>
      <p className="wrap-anywhere whitespace-pre-line">
        <ForeignText text={text} />
      </p>
      <p className="mt-1 flex gap-2">
        <Button size="small" onClick={onKeep}>
          Keep it
        </Button>
        <Button size="small" variant="quiet" onClick={onForget}>
          Dismiss
        </Button>
      </p>
    </div>
  );
}
