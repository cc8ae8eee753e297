/** The cases of a system in one packed file beside its driver: what a program wrote, and what was true of it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** The file of a system that the checkout keeps. */
export const keptFile = (system) =>
  fileURLToPath(new URL(`../${system}/own-files.json.br`, import.meta.url));

const read = (file) => JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8'));

/** The cases of a packed file that the same release wrote; none where there is no file. */
function casesOf(file, version) {
  const kept = existsSync(file) ? read(file) : null;
  return kept?.version === version ? kept.cases : [];
}

/**
 * Puts a case in a packed file, in place of that of the same seed; texts that sessions share are stored once. Packed
 * loosely it takes a tenth of the time: for a file to which more is added.
 */
export function putCase(file, { one, ...origin }, loosely = false) {
  const others = casesOf(file, origin.version).filter(({ seed }) => seed !== one.seed);
  const cases = [...others, one].toSorted((a, b) => a.seed - b.seed);
  const text = Buffer.from(JSON.stringify({ ...origin, cases }));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: loosely ? 5 : 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const packed = brotliCompressSync(text, { params });
  writeFileSync(file, packed);
  return `${cases.length} cases of ${origin.system}, ${packed.length} bytes in ${file}`;
}
