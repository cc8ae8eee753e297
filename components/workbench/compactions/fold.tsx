'use client';

import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';

/** A part that is made when it is opened. */
export function Fold(props: { readonly title: string; readonly children: () => ReactNode }) {
  const { title, children } = props;
  const [open, setOpen] = useState(false);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        className="flex min-h-6 items-center gap-1.5 text-left text-ink2 hover:text-ink"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight
          size={12}
          aria-hidden="true"
          className={`shrink-0 text-ink3 ${open ? 'rotate-90' : ''}`}
        />
        {title}
      </button>
      {open ? children() : null}
    </div>
  );
}
