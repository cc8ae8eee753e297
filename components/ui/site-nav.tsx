'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { classNames } from './class-names';
import { sitePages } from './site/site-pages';

/**
 * Links to every page; the current one is marked. `brief` shows the others only if there is room
 * beside a page's own header.
 */
export function SiteNav({ brief = false }: { readonly brief?: boolean }) {
  const path = usePathname();
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-x-3">
      {sitePages.map(({ href, label, holds }) => {
        const here = holds(path);
        return (
          <Link
            key={href}
            href={href}
            prefetch={false}
            // A session's page is not the library, though its address is below it.
            {...(here ? { 'aria-current': path === href ? 'page' : 'true' } : {})}
            className={classNames(
              'inline-flex min-h-6 items-center whitespace-nowrap hover:text-ink',
              here ? 'font-medium text-ink' : 'text-ink2',
              brief && !here && 'max-[1830px]:hidden',
            )}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
