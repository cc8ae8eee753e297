// `npm run bench -- [options]`: bundles the benchmarks as the import process is bundled, and runs them.
// tsx would wrap every closure to keep its name, which costs hot loops up to a third.
import { readFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { inProject, ROOT } from '../../server/project.mjs';
import { build } from 'esbuild';

const BUNDLE = inProject('node_modules/.cache/highwater/bench.mjs');

/** Every file keeps its own address: they find fixtures and programs by it. @type {import('esbuild').Plugin} */
const ownAddresses = {
  name: 'own-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]lib[\\/].*\.(ts|mjs)$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    }));
  },
};

await build({
  absWorkingDir: ROOT,
  entryPoints: ['lib/tools/bench/main.ts'],
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  plugins: [ownAddresses],
  sourcemap: 'inline',
  logLevel: 'error',
  outfile: BUNDLE,
});
const args = ['--enable-source-maps', BUNDLE, ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
