'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { PaletteButton } from './site/palette-button';
import { SiteNav } from './site-nav';
import { ThemeSwitch } from './theme/theme-switch';

/** The header of a page: product name, navigation, the page's own content, theme. */
export function SiteHeader(props: {
  /** The page's heading for screen readers. */
  readonly title: string;
  readonly children?: ReactNode;
}) {
  const { title, children } = props;
  return (
    <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-5 gap-y-1 border-b bg-panel py-1.5 pr-3 pl-4">
      <Link href="/" prefetch={false} className="font-semibold tracking-tight">
        Highwater
      </Link>
      <h1 className="sr-only">{title}</h1>
      <SiteNav />
      <div className="ml-auto flex items-center gap-2">
        {children}
        <PaletteButton />
        <ThemeSwitch />
      </div>
    </header>
  );
}
