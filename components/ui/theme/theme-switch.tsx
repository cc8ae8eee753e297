'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, themes, themeWords, useChosenTheme } from './chosen-theme';
import { Button } from '../button';
import { Tooltip } from '../tooltip';

const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** Cycles light, dark and the system's choice; stored in a cookie. */
export function ThemeSwitch() {
  const theme = useChosenTheme();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  const Icon = icons[theme];
  return (
    <Tooltip text={`Theme: ${themeWords[theme]}. Click for ${themeWords[next]}.`}>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Theme: ${themeWords[theme]}; change to ${themeWords[next]}`}
        onClick={() => chooseTheme(next)}
      >
        <Icon size={15} aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}
