'use client';

import { X } from 'lucide-react';
import { withoutControls } from '@/lib/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import type { SessionFilter } from '@/lib/host/api/contract/session-filter';
import { filterChips } from './filter-words';

/** The conditions of a filter, each with a button that removes it. */
export function FilterChips(props: {
  readonly filter: SessionFilter;
  readonly onChange: (filter: SessionFilter) => void;
}) {
  const { filter, onChange } = props;
  const chips = filterChips(filter);
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters" className="contents">
      {chips.map(({ key, text, without }) => (
        <li key={key} className="min-w-0">
          <Chip text={text} onRemove={() => onChange(without)} />
        </li>
      ))}
    </ul>
  );
}

/** A condition in words, and the button that removes it. */
export function Chip(props: { readonly text: string; readonly onRemove: () => void }) {
  const { text, onRemove } = props;
  const plain = withoutControls(text);
  return (
    <span className="flex h-7 max-w-72 min-w-0 items-center rounded-md border border-line bg-panel pl-2.5">
      <span className="min-w-0 truncate" title={plain}>
        <ForeignText text={text} />
      </span>
      <button
        type="button"
        aria-label={`Remove the filter ${plain}`}
        onClick={onRemove}
        className="inline-flex h-full w-7 shrink-0 items-center justify-center rounded-md text-ink3 hover:text-ink"
      >
        <X size={13} aria-hidden="true" />
      </button>
    </span>
  );
}
