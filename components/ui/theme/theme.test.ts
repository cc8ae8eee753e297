import { describe, expect, it } from 'vitest';
import { parseTheme, themeCookie } from './theme';

describe('the theme cookie', () => {
  it('is read back as it was written', () => {
    for (const theme of ['light', 'dark'] as const) {
      expect(parseTheme(/theme=(\w+)/.exec(themeCookie(theme))?.[1])).toBe(theme);
    }
  });

  it('is removed by the system theme, which anything unknown is', () => {
    expect(themeCookie('system')).toContain('Max-Age=0');
    expect(parseTheme(undefined)).toBe('system');
    expect(parseTheme('sepia')).toBe('system');
  });
});
