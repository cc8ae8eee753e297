import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const modules =
  process.env['CONFORMANCE_MODULES'] ?? fileURLToPath(new URL('node_modules', import.meta.url));

/** Folder of an installed package. */
export const packageFolder = (name) => path.join(modules, name);

/** An installed package's name, version and licence, as its golden file holds them. */
export function originOf(name) {
  const file = path.join(packageFolder(name), 'package.json');
  const { version, license } = JSON.parse(readFileSync(file, 'utf8'));
  return { package: name, version, license };
}

/** A module of an installed package. */
export const load = (name, module) =>
  import(pathToFileURL(path.join(packageFolder(name), module)).href);

/** Writes a policy's golden file: sizes and counts, one run a line. `part` tells files of one package apart. */
export function goldenFile(policy, { runs, part, ...origin }) {
  const folder = fileURLToPath(new URL(`../policies/${policy}/fixtures`, import.meta.url));
  mkdirSync(folder, { recursive: true });
  const head = { ...origin, command: `cd lib/conformance && npm install && npm run ${policy}` };
  const lines = runs.map((run) => `  ${JSON.stringify(run)}`);
  const text = `${JSON.stringify(head).slice(0, -1)},"runs":[\n${lines.join(',\n')}\n]}\n`;
  writeFileSync(
    path.join(
      folder,
      `${origin.package.replace('@', '').replace('/', '-')}${part === undefined ? '' : `-${part}`}-${origin.version}.json`,
    ),
    text,
  );
  process.stdout.write(
    `${runs.length} runs of ${origin.package} ${origin.version}, ${text.length} bytes\n`,
  );
}
