import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CORE_RANGES, cutFont } from './cut-fonts.mjs';

const css = readFileSync('app/fonts/core.css', 'utf8');

const hex = (code: number): string => code.toString(16).toUpperCase();

/** The ranges as a style sheet names them. */
const named = CORE_RANGES.map(([first, last]) =>
  first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`,
).join(', ');

it('is used for exactly the characters that it was cut to', () => {
  const ranges = [...css.matchAll(/unicode-range:\s*([^;]+);/g)].map(([, range]) => range);
  expect(ranges).toEqual([named, named]);
});

it.each(['inter', 'jetbrains-mono'] as const)(
  'cuts %s to a third of its Latin letters',
  async (name) => {
    const cut = await cutFont(name);
    const whole = readFileSync(
      `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`,
    );
    expect(String.fromCharCode(...cut.subarray(0, 4))).toBe('wOF2');
    expect(cut.length).toBeGreaterThan(5_000);
    expect(cut.length).toBeLessThan(whole.length / 3);
  },
);

it.each([
  ['inter', 'Inter Variable'],
  ['jetbrains-mono', 'JetBrains Mono Variable'],
])('names the family and weights of the package %s', (name, family) => {
  const own = readFileSync(`node_modules/@fontsource-variable/${name}/wght.css`, 'utf8');
  const weights = /font-weight: [\d ]+/.exec(own)?.[0] ?? 'no weights';
  const face = css.split('@font-face').find((text) => text.includes(`${name}-core.woff2`));
  expect(face).toContain(`font-family: '${family}'`);
  expect(own).toContain(`font-family: '${family}'`);
  expect(face).toContain(weights);
});
