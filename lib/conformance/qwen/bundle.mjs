/** Qwen Code's chat out of its bundle: the chunk that holds it, with more exports. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../golden.mjs';

const NAME = '@qwen-code/qwen-code';
const CHUNK = 'chunk-DPEB6S2R.js';
const folder = packageFolder(NAME);
const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
export const origin = { package: NAME, version, license: 'Apache-2.0' };

const NAMES = [
  'LlmChat',
  'computeThresholds as thresholdsOf',
  'estimatePromptTokens',
  'microcompactHistory',
];

/** The chunk imports its neighbours: it is written among them while it loads. */
async function loaded() {
  const chunks = path.join(folder, 'chunks');
  const file = path.join(chunks, `highwater-${process.pid}.js`);
  const text = readFileSync(path.join(chunks, CHUNK), 'utf8');
  writeFileSync(file, `${text}\nexport { ${NAMES.join(', ')} };\n`);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(file);
  }
}

export const qwen = await loaded();
