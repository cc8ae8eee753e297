import type { ReactNode } from 'react';
import { counted } from '@/lib/engine/base/format';

/** What leaves with a file, beside what stays. */
export function Leaving(props: {
  readonly leaves: readonly string[];
  readonly stays: readonly string[];
  readonly children?: ReactNode;
}) {
  const { leaves, stays, children } = props;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Listing title="Leaves" items={leaves} />
      {children ?? <Listing title="Stays here" items={stays} />}
    </div>
  );
}

/** A short list below its title. */
export function Listing(props: { readonly title: string; readonly items: readonly string[] }) {
  const { title, items } = props;
  return (
    <div>
      <h3 className="mb-1 font-medium">{title}</h3>
      <ul className="grid gap-1">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

/** Whether the names of the recording are in a file; off unless ticked. */
export function NamesTick(props: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const { checked, onChange } = props;
  return (
    <label className="flex min-h-6 items-baseline gap-2">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span className="font-medium">With names</span> of the session, its agent, files and tools;
        secrets in them are masked
      </span>
    </label>
  );
}

/** Whether the session's notes are in a file; off unless ticked, and not offered where there are none. */
export function NotesTick(props: {
  readonly notes: number;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const { notes, checked, onChange } = props;
  if (notes === 0) return null;
  return (
    <label className="flex min-h-6 items-baseline gap-2">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span className="font-medium">With {counted(notes, 'note')}</span>, in your words
      </span>
    </label>
  );
}

/** Notes, as lists of what leaves and stays say them; nothing where there are none. */
export const notesItem = (notes: number): readonly string[] =>
  notes === 0 ? [] : [`${counted(notes, 'note')} of yours, as written`];

/** Names of the recording, as lists of what leaves and stays say them. */
export const NAMES = 'names of the session, its agent, lanes, files and tools; labels';
