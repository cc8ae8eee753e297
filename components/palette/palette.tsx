'use client';

import { Dialog as Radix } from 'radix-ui';
import {
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { Modal } from '@/components/ui/modal';
import { counted } from '@/lib/engine/base/format';
import type { Entry } from './entry';
import { optionId, Results } from './results';
import { remember } from './recent';
import { useFound, type PaletteEntries } from './use-entries';

/** Finds an action, a page, a session, a step or a setting by what is typed, and does or opens it. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  /** Done when the dialog is gone and the focus is where it was. */
  const chosen = useRef<Entry>(null);
  const field = useRef<HTMLInputElement>(null);
  return (
    <Modal
      onClose={onClose}
      onGone={() => chosen.current?.run?.()}
      first={field}
      className="top-[min(12vh,96px)] max-h-[min(560px,80dvh)] max-w-2xl -translate-x-1/2"
    >
      <Radix.Title className="sr-only">Command palette</Radix.Title>
      <Ask
        field={field}
        onChoose={(entry, asked) => {
          remember({ id: entry.id, asked });
          chosen.current = entry;
          onClose();
        }}
      />
    </Modal>
  );
}

/** How a key moves in a list; null for another key. */
function moved(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : 0;
  if (key === 'ArrowUp') return at > 0 ? at - 1 : count - 1;
  if (key === 'PageDown') return Math.min(count - 1, at + 8);
  if (key === 'PageUp') return Math.max(0, at - 8);
  return null;
}

/** The field and what it finds: a combobox whose list is always open. */
function Ask(props: {
  readonly field: React.RefObject<HTMLInputElement | null>;
  readonly onChoose: (entry: Entry, asked: string) => void;
}) {
  const { field, onChoose } = props;
  const [typed, setTyped] = useState('');
  const asked = useDeferredValue(typed);
  const found = useFound(asked);
  const entries = useMemo(() => found.sections.flatMap((section) => section.entries), [found]);
  // Sessions come later than what the page offers: Enter takes what is shown, and waits only for something.
  const isAnswered = asked === typed && (entries.length > 0 || !found.isLoading);
  const [at, setAt] = useState(0);
  /** Enter was pressed before what is shown had followed. */
  const entered = useRef(false);
  const active = entries[Math.min(at, entries.length - 1)];
  const list = useId();
  const options = useRef(new Map<string, HTMLElement>());
  const choose = (): void => {
    if (active !== undefined) options.current.get(active.id)?.click();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moved(event.key, Math.min(at, entries.length - 1), entries.length);
    if (next !== null && entries.length > 0) {
      event.preventDefault();
      setAt(next);
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // For a moment what is shown answers what was typed before the last key.
    if (isAnswered) choose();
    else entered.current = true;
  };
  useEffect(() => {
    if (!entered.current || !isAnswered) return;
    entered.current = false;
    choose();
  });
  return (
    <>
      <input
        ref={field}
        role="combobox"
        aria-label="Command"
        aria-expanded={entries.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(list, active.id)}
        autoComplete="off"
        spellCheck={false}
        placeholder="An action, a page, a session, a step, “window 190k” …"
        className="h-12 shrink-0 border-b border-line2 bg-transparent px-5 text-lg focus:outline-none"
        value={typed}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          entered.current = false;
          setAt(0);
        }}
      />
      <Results
        {...{ list, active, options }}
        sections={found.sections}
        onPoint={(entry) => setAt(entries.indexOf(entry))}
        onChoose={(entry) => {
          if (entry.fills === undefined) return onChoose(entry, asked);
          setTyped(entry.fills);
          setAt(0);
          field.current?.focus();
        }}
      />
      <State found={found} count={entries.length} />
    </>
  );
}

/** How much is found, and what is not there yet. */
function State({ found, count }: { readonly found: PaletteEntries; readonly count: number }) {
  const { isLoading, isFault, sections } = found;
  const more = sections.reduce((sum, section) => sum + section.more, 0);
  const words = [
    count === 0 ? 'Nothing found' : counted(count + more, 'result'),
    ...(more > 0 ? [`${counted(count, 'is', 'are')} shown`] : []),
    ...(isLoading ? ['sessions are being fetched'] : []),
    ...(isFault ? ['the sessions could not be fetched'] : []),
  ];
  return (
    <p
      role="status"
      className="flex shrink-0 items-center gap-2 border-t border-line2 px-5 py-1.5 text-sm text-ink3"
    >
      {words.join(' · ')}
    </p>
  );
}
