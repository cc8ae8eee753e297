/** The look of the pages; `system` follows the browser's preference. */
export type Theme = 'light' | 'dark' | 'system';

/** Cookie that keeps a chosen theme, so that the server renders it and nothing flashes. */
export const THEME_COOKIE = 'theme';

const ONE_YEAR_SECONDS = 31_536_000;

/** Reads the cookie's value; anything unknown is `system`. */
export function parseTheme(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** The cookie that keeps a theme for a year, as `document.cookie` takes it; `system` removes it. */
export function themeCookie(theme: Theme): string {
  const age = theme === 'system' ? 0 : ONE_YEAR_SECONDS;
  return `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${age}; SameSite=Strict`;
}

/** Shows a theme in this page at once and keeps it for the next one. Browser only. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  document.cookie = themeCookie(theme);
}
