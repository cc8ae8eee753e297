'use client';

import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { parseNumber } from '@/components/ui/numbers/number-field';
import { formatInteger } from '@/lib/engine/base/format';
import { useWorkbench } from '../state/use-workbench';

/** Dialog that selects a step by number. */
export function GoToStep({ onClose }: { readonly onClose: () => void }) {
  const { store } = useWorkbench();
  const last = store.session.profile.stepCount - 1;
  const [text, setText] = useState('');
  const id = useId();
  const step = parseNumber(text);
  const valid = Number.isInteger(step) && step >= 0 && step <= last;
  return (
    <Dialog onClose={onClose} title="Go to a step">
      <form
        className="flex items-center gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!valid) return;
          store.select(step);
          onClose();
        }}
      >
        <label htmlFor={id}>Step, 0 to {formatInteger(last)}</label>
        <input
          id={id}
          autoFocus
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={text !== '' && !valid}
          className="h-7 w-28 rounded-md border border-line bg-bg px-2 text-right font-mono"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button variant="primary" type="submit" disabled={!valid}>
          Go
        </Button>
      </form>
    </Dialog>
  );
}
