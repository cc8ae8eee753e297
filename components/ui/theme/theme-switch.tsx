'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { applyTheme, parseTheme, THEME_COOKIE, type Theme } from './theme';
import { Button } from '../button';
import { Tooltip } from '../tooltip';

const order = ['system', 'light', 'dark'] as const satisfies readonly Theme[];
const icons = { system: Monitor, light: Sun, dark: Moon } as const;
const words = { system: 'as the system', light: 'light', dark: 'dark' } as const;

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

/** Cycles light, dark and the system's choice; stored in a cookie. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribe, chosenTheme, serverTheme);
  const next = order[(order.indexOf(theme) + 1) % order.length] ?? 'system';
  const Icon = icons[theme];
  const choose = (): void => {
    applyTheme(next);
    for (const listener of listeners) listener();
  };
  return (
    <Tooltip text={`Theme: ${words[theme]}. Click for ${words[next]}.`}>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Theme: ${words[theme]}; change to ${words[next]}`}
        onClick={choose}
      >
        <Icon size={15} aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}
