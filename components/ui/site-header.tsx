'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { HelpMenu } from './site/help-menu';
import { PaletteButton } from './site/palette-button';
import { SiteNav } from './site-nav';

/** The header of a page: product name, the four doors, the page's own content, search and help. */
export function SiteHeader(props: {
  /** The page's heading for screen readers. */
  readonly title: string;
  readonly children?: ReactNode;
}) {
  const { title, children } = props;
  return (
    <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b bg-panel px-4 py-1">
      <Link
        href="/"
        prefetch={false}
        className="flex min-h-6 items-center gap-2 font-semibold tracking-tight"
      >
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" fill="none">
          <path d="M1.5 4.5h13" className="stroke-threshold" strokeWidth="1.4" />
          <path d="M1.5 12.5 6 9l3 2 5.5-6.5" className="stroke-ink" strokeWidth="1.7" />
        </svg>
        <span className="max-sm:sr-only">Highwater</span>
      </Link>
      <h1 className="sr-only">{title}</h1>
      <SiteNav />
      <div className="ml-auto flex items-center gap-2">
        {children}
        <PaletteButton wide />
        <HelpMenu />
      </div>
    </header>
  );
}
