'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { SiteNav } from './site-nav';
import { ThemeSwitch } from './theme-switch';

/** The header of a page: the program, every page, what belongs to this one, and the theme. */
export function SiteHeader({
  title,
  children,
}: {
  /** The page's heading, for those who cannot see which link is marked. */
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-5 gap-y-1 border-b bg-panel py-1.5 pr-3 pl-4">
      <Link href="/" className="font-semibold tracking-tight">
        Highwater
      </Link>
      <h1 className="sr-only">{title}</h1>
      <SiteNav />
      <div className="ml-auto flex items-center gap-2">
        {children}
        <ThemeSwitch />
      </div>
    </header>
  );
}
