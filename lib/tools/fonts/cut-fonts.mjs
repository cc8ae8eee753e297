// Cuts from the fonts what nearly every text of the pages needs: app/fonts/core.css names the files.
// Other characters come from the packages' own files, which a browser asks for when a text has them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from '../../server/project.mjs';

/**
 * First and last character of each range of the cut: ASCII; the space that does not break, § ± · × ÷;
 * dashes, quotes, spaces and marks of direction; ↑ ↓ −.
 * @type {readonly (readonly [number, number])[]}
 */
export const CORE_RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa7, 0xa7],
  [0xb1, 0xb1],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x2000, 0x206f],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
];

/** Name of each cut, and the file it is cut from. */
const FONTS = /** @type {const} */ ({
  inter: 'inter/files/inter-latin-wght-normal.woff2',
  'jetbrains-mono': 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
});

/**
 * Weights that the pages use, from normal to semibold. Kerning, figures of one width, a letter l with
 * a tail; no ligatures: `!=` is read as it was written. Hints stay: without them a browser on Linux
 * makes its own, and every letter takes a whole number of pixels.
 */
const CUT = {
  targetFormat: /** @type {const} */ ('woff2'),
  keepFeatures: ['kern', 'tnum', 'cv05'],
  variationAxes: { wght: { min: 400, max: 600, default: 400 } },
};

const characters = CORE_RANGES.map(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join(''),
).join('');

/** The cut of a font. @param {keyof typeof FONTS} name @returns {Promise<Uint8Array>} */
export async function cutFont(name) {
  // Loaded late: at the first start the packages are installed before.
  const { default: subsetFont } = await import('subset-font');
  const whole = readFileSync(inProject('node_modules/@fontsource-variable', FONTS[name]));
  return subsetFont(whole, characters, CUT);
}

/** Folder of the cuts, which git ignores. */
export const CUTS = 'app/fonts/generated';

/** Writes the cuts. */
export async function cutFonts() {
  mkdirSync(inProject(CUTS), { recursive: true });
  for (const name of /** @type {(keyof typeof FONTS)[]} */ (Object.keys(FONTS)))
    writeFileSync(inProject(CUTS, `${name}-core.woff2`), await cutFont(name));
}
