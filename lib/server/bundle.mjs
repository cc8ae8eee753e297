// Bundles a program of a process into one file, which starts in a fifth of the time that tsx takes. Plain
// JavaScript; esbuild is loaded only to make the file.
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandError, filesUnder, fingerprint, inProject, ROOT } from './project.mjs';

const bundle = (/** @type {string} */ name, /** @type {string} */ entry) => ({
  entry,
  file: inProject(`node_modules/.cache/highwater/${name}.mjs`),
});

/**
 * Programs that are bundled: imports traces and previews, computes shares of sweeps, the command line of
 * a checkout.
 */
export const BUNDLES = {
  import: bundle('import-process', 'lib/server/import/process/entry.ts'),
  sweep: bundle('sweep-process', 'lib/server/http/sweeps/process/entry.ts'),
  cli: bundle('highwater', 'lib/cli/main.ts'),
};

/** @typedef {keyof typeof BUNDLES} BundleName */

const isInput = (/** @type {string} */ file) =>
  !/\.(test|long|traces)\.tsx?$/.test(file) && !/(^|\/)(fixtures|testing|tools)\//.test(file);

/** The bundle's first line: a comment with the hash of its sources. */
function mark() {
  const settings = ['package-lock.json', 'tsconfig.json', 'lib/server/bundle.mjs'];
  const sources = filesUnder('lib').filter(isInput);
  return `// ${fingerprint([...settings, ...sources], [process.versions.node])}\n`;
}

/** @param {string} bundled @param {string} expected */
function beginsWith(bundled, expected) {
  if (!existsSync(bundled)) return false;
  const file = openSync(bundled, 'r');
  const start = Buffer.alloc(expected.length);
  readSync(file, start);
  closeSync(file);
  return start.toString('latin1') === expected;
}

/** Bundled CommonJS packages `require` Node's modules. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);";

/** The command line finds the project as its sources do. */
const AS_SOURCES = {
  'import.meta.url': JSON.stringify(pathToFileURL(inProject('lib/server/project.mjs')).href),
};

const ABSENT =
  "module.exports = absent(); function absent() { throw new Error('The database clients are not made: `npm start` makes them.'); }";

/**
 * The database clients are made by the first start; the command line needs them for a library alone.
 * @type {import('esbuild').Plugin}
 */
const withoutClients = {
  name: 'without-clients',
  setup(made) {
    made.onResolve(
      { filter: /\/generated(-postgresql)?\/client$/ },
      ({ path: name, resolveDir }) =>
        existsSync(path.join(resolveDir, `${name}.ts`))
          ? null
          : { path: name, namespace: 'absent' },
    );
    made.onLoad({ filter: /./, namespace: 'absent' }, () => ({ contents: ABSENT }));
  },
};

/** @param {BundleName} name @param {string} first the comment @param {string} outfile */
async function build(name, first, outfile) {
  const esbuild = await import('esbuild');
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [BUNDLES[name].entry],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // Native code, and the client, which loads its query compiler from its own folder.
    external: ['libsql', 'pg-native', '@prisma/client/*'],
    banner: { js: first + REQUIRE },
    define: name === 'cli' ? AS_SOURCES : {},
    plugins: name === 'cli' ? [withoutClients] : [],
    logLevel: 'silent',
    outfile,
  });
}

/**
 * Makes a bundle unless its sources are unchanged. Safe from several processes at once and while it
 * runs. @throws CommandError with esbuild's message.
 * @param {BundleName} name
 */
export async function ensureBundle(name) {
  const { file } = BUNDLES[name];
  const expected = mark();
  if (beginsWith(file, expected)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const made = `${file}.${process.pid}`;
  try {
    await build(name, expected, made);
    renameSync(made, file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The process "${name}" could not be built: ${reason}`);
  } finally {
    rmSync(made, { force: true });
  }
}
