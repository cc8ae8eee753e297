'use client';

import { useSyncExternalStore } from 'react';
import { applyTheme, parseTheme, THEME_COOKIE, type Theme } from './theme';

/** Every look, in the order in which the switch goes through them. */
export const themes = ['system', 'light', 'dark'] as const satisfies readonly Theme[];

/** A look in words. */
export const themeWords = { system: 'as the system', light: 'light', dark: 'dark' } as const;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function chosenTheme(): Theme {
  const cookie = document.cookie.split('; ').find((item) => item.startsWith(`${THEME_COOKIE}=`));
  return parseTheme(cookie?.slice(THEME_COOKIE.length + 1));
}

const serverTheme = (): Theme => 'system';

/** The look that is chosen now. */
export const useChosenTheme = (): Theme =>
  useSyncExternalStore(subscribe, chosenTheme, serverTheme);

/** Shows a look and keeps it. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  for (const listener of listeners) listener();
}
