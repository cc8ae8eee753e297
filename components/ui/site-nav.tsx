'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { classNames } from './class-names';
import { doors } from './site/site-pages';

/** Links to the four doors; the one that leads here is marked. */
export function SiteNav() {
  const path = usePathname();
  return (
    <nav aria-label="Pages" className="flex items-center gap-x-1 max-sm:gap-x-0">
      {doors.map(({ href, label, holds }) => {
        const here = holds(path);
        return (
          <Link
            key={href}
            href={href}
            prefetch={false}
            // A session's page is not the library, though its address is below it.
            {...(here ? { 'aria-current': path === href ? 'page' : 'true' } : {})}
            className={classNames(
              'inline-flex min-h-7 items-center rounded-md px-2.5 whitespace-nowrap hover:text-ink max-sm:px-1.5',
              here ? 'bg-line2 font-medium text-ink' : 'text-ink2',
            )}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
