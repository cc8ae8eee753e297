'use client';

import { Tabs as Radix } from 'radix-ui';
import type { FocusEvent, ReactNode } from 'react';
import { formatInteger } from '@/lib/engine/base/format';

/** One tab; `count` is shown after its name. */
interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly count?: number | undefined;
  readonly content: ReactNode;
  /** Called when the pointer or the focus comes to the tab, before it is opened. */
  readonly early?: (() => void) | undefined;
}

/** The list keeps a focus that comes to it after a click on a tab (radix-ui 1.8): the open tab takes it. */
function toOpenTab({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target !== currentTarget) return;
  currentTarget.querySelector<HTMLElement>('[role=tab][data-state=active]')?.focus();
}

/** Tabs whose panel takes the remaining height. */
export function Tabs<Id extends string>(props: {
  readonly items: readonly TabItem<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly label: string;
  readonly aside?: ReactNode;
}) {
  const { items, value, onChange, label, aside } = props;
  return (
    <Radix.Root
      value={value}
      onValueChange={(id) => onChange(id as Id)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex items-center gap-4 border-b border-line px-4">
        <Radix.List
          aria-label={label}
          className="flex min-w-0 flex-wrap gap-x-4"
          onFocus={toOpenTab}
        >
          {items.map((item) => (
            <Radix.Trigger
              key={item.id}
              value={item.id}
              onPointerEnter={item.early}
              onFocus={item.early}
              className="-mb-px flex h-8 items-center pointer-coarse:h-11 gap-1.5 border-b-2 border-transparent text-ink2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
            >
              {item.label}
              {item.count === undefined ? null : (
                <span className="text-sm font-normal text-ink3">{formatInteger(item.count)}</span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
        <div className="ml-auto min-w-0 text-sm text-ink3">{aside}</div>
      </div>
      {items.map((item) => (
        <Radix.Content
          key={item.id}
          value={item.id}
          className="flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2"
        >
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
