/** The cases of a system in one packed file beside its driver: what a program wrote, and what was true of it. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';

/** Cases of the file that the checkout keeps. */
const FIRST = 1;
const COUNT = 66;

/** Which seeds to draw, and where to write: `--seed N --count M --out file`. */
export function drawn() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(FIRST) },
      count: { type: 'string', default: String(COUNT) },
      out: { type: 'string' },
    },
  });
  const first = Number(values.seed);
  const seeds = Array.from({ length: Number(values.count) }, (_, i) => first + i);
  return { seeds, out: values.out };
}

/** Writes cases; texts that sessions share are stored once. */
export function writeCases({ system, out, ...origin }, cases) {
  const file = out ?? fileURLToPath(new URL(`../${system}/own-files.json.br`, import.meta.url));
  const text = Buffer.from(JSON.stringify({ system, ...origin, cases }));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const packed = brotliCompressSync(text, { params });
  writeFileSync(file, packed);
  process.stdout.write(`${cases.length} cases of ${system}, ${packed.length} bytes in ${file}\n`);
}
