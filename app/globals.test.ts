import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Tokens = Readonly<Record<string, string>>;

const css = readFileSync('app/globals.css', 'utf8');

/** The tokens with their colours in light (0) and in dark (1). */
const pairs = [
  ...css.matchAll(/^ {2}--([\w-]+): light-dark\((#\w+|rgb\(.*?\)), (#\w+|rgb\(.*?\))\);$/gm),
];
const tokensOf = (theme: 0 | 1): Tokens =>
  Object.fromEntries(pairs.map((pair) => [pair[1]!, pair[theme + 2]!]));

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

/** CIE76 ΔE of two colours: about 2 is just seen, 20 is another colour. */
function difference(one: string, other: string): number {
  const [a, b] = [lab(one), lab(other)];
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}

/** CIE L*a*b* of `#rrggbb` under D65. */
function lab(colour: string): readonly number[] {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const [x, y, z] = [
    (0.4124 * r! + 0.3576 * g! + 0.1805 * b!) / 0.9505,
    0.2126 * r! + 0.7152 * g! + 0.0722 * b!,
    (0.0193 * r! + 0.1192 * g! + 0.9505 * b!) / 1.089,
  ].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y! - 16, 500 * (x! - y!), 200 * (y! - z!)];
}

const light = tokensOf(0);
const dark = tokensOf(1);
const themes: readonly (readonly [string, Tokens])[] = [
  ['light', light],
  ['dark', dark],
];
const grounds = ['bg', 'panel', 'sel'];
const texts = [
  ...['ink', 'ink2', 'ink3', 'accent', 'threshold', 'window'],
  ...['compaction', 'good', 'overflow'],
];
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

  it('tells a compaction from what is good, and both from what is bad', () => {
    for (const [one, other] of [
      ['compaction', 'good'],
      ['compaction', 'overflow'],
      ['compaction', 'decision'],
      ['compaction', 'accent'],
      ['good', 'overflow'],
    ] as const) {
      expect(difference(theme[one]!, theme[other]!), `${one}, ${other}`).toBeGreaterThan(20);
    }
  });

  it('has its text on the accent readable', () => {
    expect(contrast(theme['on-accent']!, theme['accent']!)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the themes', () => {
  it('give every token a colour in light and in dark', () => {
    const root = /:root \{(.*?)\n\}/s.exec(css)?.[1] ?? '';
    expect(root.match(/--/g)).toHaveLength(pairs.length);
    expect(pairs.length).toBeGreaterThan(15);
  });

  it('follow the browser unless one was chosen', () => {
    expect(css).toMatch(/:root \{\s*color-scheme: light dark;/);
    for (const theme of ['light', 'dark']) {
      expect(css).toContain(`[data-theme='${theme}'] {\n  color-scheme: ${theme};\n}`);
    }
  });

  it('offer every token as a utility', () => {
    for (const name of Object.keys(light))
      expect(css).toContain(`--color-${name}: var(--${name});`);
  });
});
