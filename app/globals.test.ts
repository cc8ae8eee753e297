import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Tokens = Readonly<Record<string, string>>;

const css = readFileSync('app/globals.css', 'utf8');

/** The custom properties of the first block that opens with this selector. */
function tokensOf(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`);
  expect(start, selector).toBeGreaterThanOrEqual(0);
  const block = css.slice(start, css.indexOf('}', start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): ([^;]+);/g)].map((match) => [match[1], match[2]]) as [
      string,
      string,
    ][],
  );
}

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const channel = (at: number): number => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

const light = tokensOf(':root');
const dark = tokensOf("[data-theme='dark']");
const themes: readonly (readonly [string, Tokens])[] = [
  ['light', light],
  ['dark', dark],
];
const grounds = ['bg', 'panel', 'sel'];
const texts = ['ink', 'ink2', 'ink3', 'accent', 'threshold', 'window', 'compaction', 'overflow'];
const lines = ['heuristic', 'real', 'calibrated', 'decision'];

describe.each(themes)('the %s theme', (_name, theme) => {
  it.each(texts)('has %s readable as text (WCAG AA, 4.5)', (name) => {
    for (const ground of grounds) {
      expect(contrast(theme[name]!, theme[ground]!), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(lines)('has %s visible as a line (WCAG AA, 3)', (name) => {
    for (const ground of ['bg', 'panel']) {
      expect(contrast(theme[name]!, theme[ground]!), ground).toBeGreaterThanOrEqual(3);
    }
  });

  it('has its text on the accent readable', () => {
    expect(contrast(theme['on-accent']!, theme['accent']!)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the themes', () => {
  it('name the same tokens', () => {
    expect(Object.keys(dark).sort()).toEqual(Object.keys(light).sort());
  });

  it('are the same dark by choice and by preference', () => {
    expect(tokensOf(':root:not([data-theme])')).toEqual(dark);
  });

  it('offer every token as a utility', () => {
    for (const name of Object.keys(light))
      expect(css).toContain(`--color-${name}: var(--${name});`);
  });
});
