// `npm run release`: packs the package, tests what was packed on each Node that it supports, and writes the notes of the
// release from CHANGELOG.md. It publishes nothing: the last line says how to. Fetches the Nodes from the npm registry.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError, inProject, quietEnvironment, run } from '../../server/project.mjs';
import { main } from '../prepare.mjs';

/** Releases of Node: the oldest that is supported, and the lines behind it. */
const NODES = ['20.19.0', '22', '24'];
const NODE = `node-${process.platform}-${process.arch}`;

/** The version of the checkout and its section of CHANGELOG.md. @returns {{ readonly version: string, readonly notes: string }} */
function changesOfVersion() {
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const changes = readFileSync(inProject('CHANGELOG.md'), 'utf8').split(/^## /m);
  const own = changes.find((section) => section.startsWith(`${version} `));
  if (own === undefined) {
    throw new CommandError(`CHANGELOG.md has no section "## ${version} — …": write it first.`);
  }
  const [heading = '', ...lines] = own.split('\n');
  if (heading.includes('unreleased')) {
    console.error(
      `CHANGELOG.md calls ${version} unreleased: give it its day before it is published.`,
    );
  }
  return { version, notes: `${lines.join('\n').trim()}\n` };
}

/** Runs a program that has to succeed. @param {string} what named where it fails @param {Parameters<typeof run>} args */
async function must(what, ...args) {
  const { code, output } = await run(...args);
  if (code !== 0) throw new CommandError(`${what} failed:\n${output}`);
}

await main(async () => {
  const { version, notes } = changesOfVersion();
  await must('npm run package', 'npm', [
    'run',
    '-s',
    'package',
    '--',
    '--pack-destination',
    'dist',
  ]);
  const tarball = inProject('dist', `highwater-${version}.tgz`);
  const folder = mkdtempSync(path.join(tmpdir(), 'highwater-release-'));
  try {
    for (const node of NODES) {
      const at = path.join(folder, node);
      const fetched = ['install', '--no-audit', '--no-fund', '--prefix', at, `${NODE}@${node}`];
      await must(`Node ${node}`, 'npm', fetched);
      const bin = path.join(at, 'node_modules', NODE, 'bin');
      const env = {
        ...quietEnvironment(),
        PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
        HIGHWATER_TARBALL: tarball,
      };
      const vitest = inProject('node_modules/vitest/vitest.mjs');
      const tests = ['run', '--config', 'vitest.long.config.ts', 'lib/tools/package'];
      await must(`The packed package on Node ${node}`, path.join(bin, 'node'), [vitest, ...tests], {
        env,
      });
      console.log(`Node ${node}: the packed package passes its tests`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  writeFileSync(inProject('dist/RELEASE.md'), notes);
  console.log(
    `dist/RELEASE.md has the notes. To publish: npm publish ${path.relative('.', tarball)}`,
  );
});
