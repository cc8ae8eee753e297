// `npm run package`: makes dist/, the package that others install, and packs it: the command line and the
// engine, bundled, and the built dashboard. An install brings beside it only what it cannot hold: libsql's
// native code, and zod, whose types are part of the engine's.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inProject, run, runInstalled, CommandError } from '../../server/project.mjs';
import { ensureInstalled, main } from '../prepare.mjs';
import { layAppTree } from './app-tree.mjs';
import { rewriteTypes } from './rewrite-types.mjs';
import { buildEngine, buildProgram } from './bundle-package.mjs';
import { noticesOf } from './notices.mjs';

const DIST = inProject('dist');

const BIN = `#!/usr/bin/env node
import module from 'node:module';
// From Node 22.8 on the second start skips the compiler.
module.enableCompileCache?.();
await import('./app/lib/cli/highwater.js');
`;

/** @param {string} place @returns {Record<string, unknown> & { dependencies: Record<string, string> }} */
const manifestOf = (place) => JSON.parse(readFileSync(inProject(place, 'package.json'), 'utf8'));

/** The manifest of the package: of the checkout's own, with what a bundle cannot hold. */
function manifest() {
  const { name, version, license, type, engines } = manifestOf('.');
  const { libsql, zod } = manifestOf('lib/readers').dependencies;
  return {
    ...{ name, version, license, type, engines },
    bin: { highwater: './bin.mjs' },
    exports: {
      './core': { types: './types/lib/core/index.d.ts', default: './core/index.js' },
      './package.json': './package.json',
    },
    dependencies: { libsql, zod },
  };
}

async function buildTypes() {
  const made = await runInstalled('typescript/bin/tsc', ['-p', 'lib/tools/package/tsconfig.json']);
  if (made.code !== 0) throw new CommandError(`The types could not be made:\n${made.output}`);
}

await main(async () => {
  await ensureInstalled();
  rmSync(DIST, { recursive: true, force: true });
  await layAppTree(inProject('dist/app'));
  const [program, engine] = await Promise.all([
    buildProgram('dist/app/lib/cli'),
    buildEngine(),
    buildTypes(),
  ]);
  rewriteTypes(inProject('dist/declared'), inProject('dist/types'), 'lib/core/index.d.ts');
  rmSync(inProject('dist/declared'), { recursive: true });
  mkdirSync(DIST, { recursive: true });
  writeFileSync(inProject('dist/NOTICES.txt'), noticesOf([...program, ...engine]));
  writeFileSync(inProject('dist/bin.mjs'), BIN, { mode: 0o755 });
  writeFileSync(inProject('dist/package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) {
    copyFileSync(inProject(file), inProject('dist', file));
  }
  const packed = await run('npm', ['pack', './dist', ...process.argv.slice(2)], { show: true });
  process.exitCode = packed.code;
});
