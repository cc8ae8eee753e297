'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { withoutControls } from '@/lib/engine/base/text/bidi';

/** Deletes at the second press: nothing brings a corpus back. */
export function DeleteButton(props: { readonly name: string; readonly onDelete: () => void }) {
  const [asked, setAsked] = useState(false);
  return (
    <Button
      variant={asked ? 'danger' : 'quiet'}
      aria-label={`${asked ? 'Really delete' : 'Delete'} ${withoutControls(props.name)}`}
      onClick={() => (asked ? props.onDelete() : setAsked(true))}
      onBlur={() => setAsked(false)}
    >
      {asked ? 'Really delete' : 'Delete'}
    </Button>
  );
}
