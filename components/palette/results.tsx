'use client';

import Link from 'next/link';
import { useEffect, useId, type ReactNode, type RefObject } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Kbd } from '@/components/ui/kbd';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatInteger } from '@/lib/engine/base/format';
import type { Entry } from './entry';
import type { Section } from './asking/rank';

interface ListProps {
  readonly list: string;
  readonly active: Entry | undefined;
  /** The elements of the options, by id. */
  readonly options: RefObject<Map<string, HTMLElement>>;
  readonly onPoint: (entry: Entry) => void;
  readonly onChoose: (entry: Entry) => void;
}

/** The id of an option's element; those of entries may have spaces. */
export const optionId = (list: string, id: string): string => `${list}-${encodeURIComponent(id)}`;

/** What is found, under its headings. */
export function Results(props: ListProps & { readonly sections: readonly Section[] }) {
  const { sections, list, active, options } = props;
  useEffect(() => {
    if (active !== undefined) options.current.get(active.id)?.scrollIntoView({ block: 'nearest' });
  }, [active, options]);
  return (
    <div
      id={list}
      role="listbox"
      aria-label="What is found"
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 py-1.5"
    >
      {sections.map((section) => (
        <Group key={section.name} section={section} {...props} />
      ))}
    </div>
  );
}

function Group({ section, ...props }: ListProps & { readonly section: Section }) {
  const { name, entries, more } = section;
  const heading = useId();
  return (
    <div role="group" aria-labelledby={heading} className="pb-1.5">
      <div id={heading} className="flex justify-between px-3 py-1 text-xs text-ink3">
        <span className="font-semibold">{name}</span>
        {more > 0 ? <span>{formatInteger(more)} more</span> : null}
      </div>
      {entries.map((entry) => (
        <Option key={entry.id} entry={entry} {...props} />
      ))}
    </div>
  );
}

function Option({ entry, ...props }: ListProps & { readonly entry: Entry }) {
  const { list, active, options, onPoint, onChoose } = props;
  const { id, title, isForeign = false, hint, keys = [] } = entry;
  const isActive = active?.id === id;
  return (
    <Place
      entry={entry}
      attributes={{
        id: optionId(list, id),
        role: 'option',
        tabIndex: -1,
        'aria-selected': isActive,
        className: classNames(
          'flex min-h-8 cursor-default items-center gap-3 rounded px-3 py-1 pointer-coarse:min-h-11',
          isActive && 'bg-sel',
        ),
        onPointerMove: () => isActive || onPoint(entry),
        // The field keeps the focus.
        onMouseDown: (event) => event.preventDefault(),
        onClick: () => onChoose(entry),
        ref: (element: HTMLElement | null) => {
          if (element !== null) options.current.set(id, element);
          return () => void options.current.delete(id);
        },
      }}
    >
      <span className={classNames('min-w-0 truncate', !isForeign && 'first-letter:uppercase')}>
        {isForeign ? <ForeignText text={title} /> : title}
      </span>
      {hint === undefined ? null : (
        <span className="min-w-0 shrink-[2] truncate text-sm text-ink3">
          <ForeignText text={hint} />
        </span>
      )}
      <span className="ml-auto flex shrink-0 gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    </Place>
  );
}

interface Attributes {
  readonly id: string;
  readonly role: 'option';
  readonly tabIndex: number;
  readonly 'aria-selected': boolean;
  readonly className: string;
  readonly onPointerMove: () => void;
  readonly onMouseDown: (event: { readonly preventDefault: () => void }) => void;
  readonly onClick: () => void;
  readonly ref: (element: HTMLElement | null) => () => void;
}

/** A link where the entry has an address, so that it can be opened beside the page too. */
function Place(props: {
  readonly entry: Entry;
  readonly attributes: Attributes;
  readonly children: ReactNode;
}) {
  const { entry, attributes, children } = props;
  if (entry.href === undefined) return <div {...attributes}>{children}</div>;
  return (
    <Link href={entry.href} prefetch={false} {...attributes}>
      {children}
    </Link>
  );
}
