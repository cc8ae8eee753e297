'use client';

import { CircleHelp } from 'lucide-react';
import Link from 'next/link';
import { useRef, useState } from 'react';
import { Button } from '../button';
import { Kbd } from '../kbd';
import { lateDialog } from '../late';
import { ThemeSwitch } from '../theme/theme-switch';
import { helpPages } from './site-pages';

const PopoverPanel = lateDialog(() => import('../popover').then((file) => file.PopoverPanel));

/** Keys of every page and of its lists, as printed on a keyboard. */
const KEYS = [
  ['⌘K', 'find a session, page, action or setting'],
  ['/', 'search'],
  ['j', 'next row'],
  ['k', 'row before'],
  ['x', 'select a row'],
  ['↵', 'open a row'],
  ['w', 'open it with its first setting at the arrow keys'],
  ['a', 'add it, or the selection, to a corpus'],
  ['→', 'show what is folded below a row'],
  ['z', 'take a deletion back'],
  ['g', 'then a: all, n: needs attention, o: overflowed, l: loop, u: not explained, c: close'],
] as const;

/** What there is to read about the numbers, the keys, and the theme. */
export function HelpMenu() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        size="icon"
        aria-label="Help"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <CircleHelp size={16} aria-hidden="true" />
      </Button>
      {open ? (
        <PopoverPanel button={button} label="Help" align="end" onClose={close} className="w-72 p-2">
          <ul>
            {helpPages.map(({ href, label }) => (
              <li key={href}>
                <Link
                  href={href}
                  prefetch={false}
                  onClick={close}
                  className="flex h-7 items-center rounded-md px-2 hover:bg-sel"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <h2 className="mt-2 border-t border-line2 px-2 pt-2 text-sm text-ink3">Shortcuts</h2>
          <dl className="mt-1 grid grid-cols-[2.5rem_1fr] gap-y-1 px-2 text-sm">
            {KEYS.map(([key, what]) => (
              <div key={key} className="contents">
                <dt>
                  <Kbd>{key}</Kbd>
                </dt>
                <dd className="text-ink2">{what}</dd>
              </div>
            ))}
          </dl>
          <div className="mt-2 flex items-center justify-between border-t border-line2 pt-1 pl-2 text-ink2">
            Theme <ThemeSwitch />
          </div>
        </PopoverPanel>
      ) : null}
    </>
  );
}
