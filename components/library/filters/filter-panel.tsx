'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { lateDialog } from '@/components/ui/late';
import type { SessionRow } from '@/lib/api/contract/contract';
import type { SessionFilter } from '@/lib/api/contract/session-filter';

const FilterConditions = lateDialog(() =>
  import('./filter-conditions').then((file) => file.FilterConditions),
);

/** A button that opens all conditions of a filter at once; each change shows behind it. */
export function FilterPanel(props: {
  /** Every session, whose values are offered. */
  readonly rows: readonly SessionRow[];
  readonly filter: SessionFilter;
  readonly onChange: (filter: SessionFilter) => void;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        className="border-dashed text-ink2"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        + Filter
      </Button>
      {open ? <FilterConditions {...props} button={button} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
