'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { classNames } from '@/components/ui/class-names';
import { innerPages } from '@/components/ui/site/site-pages';

const pages = [
  { href: '/scenarios', label: 'Gallery' },
  ...innerPages.filter(({ href }) => href.startsWith('/scenarios/')),
];

/** Links between the pages of the scenarios: gallery, builder and matrix. */
export function ScenarioPages() {
  const path = usePathname();
  return (
    <nav aria-label="Scenarios" className="flex items-center gap-x-1">
      {pages.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          {...(path === href ? { 'aria-current': 'page' } : {})}
          className={classNames(
            'inline-flex min-h-7 items-center rounded-md px-2 hover:text-ink',
            path === href ? 'font-medium text-ink' : 'text-ink2',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
