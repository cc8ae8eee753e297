// Bundles the import process into one file, which starts in a fifth of the time that tsx takes. Plain
// JavaScript; esbuild is loaded only to make the file.
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CommandError, filesUnder, fingerprint, inProject, ROOT } from '../project.mjs';

/** The bundle. */
export const IMPORT_BUNDLE = inProject('node_modules/.cache/highwater/import-process.mjs');

const isInput = (/** @type {string} */ file) =>
  !/\.(test|long|traces)\.tsx?$/.test(file) &&
  !/(^|\/)(fixtures|testing|tools|cli|worker)\//.test(file);

/** The bundle's first line: a comment with the hash of its sources. */
function mark() {
  const settings = ['package-lock.json', 'tsconfig.json', 'lib/host/import/import-bundle.mjs'];
  const sources = filesUnder('lib').filter(isInput);
  return `// ${fingerprint([...settings, ...sources], [process.versions.node])}\n`;
}

/** @param {string} expected */
function beginsWith(expected) {
  if (!existsSync(IMPORT_BUNDLE)) return false;
  const file = openSync(IMPORT_BUNDLE, 'r');
  const start = Buffer.alloc(expected.length);
  readSync(file, start);
  closeSync(file);
  return start.toString('latin1') === expected;
}

/** Bundled CommonJS packages `require` Node's modules. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);";

/** @param {string} first the comment @param {string} outfile */
async function build(first, outfile) {
  const { build: bundle } = await import('esbuild');
  await bundle({
    absWorkingDir: ROOT,
    entryPoints: ['lib/host/import/process/entry.ts'],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // Native code, and the client, which loads its query compiler from its own folder.
    external: ['libsql', 'pg-native', '@prisma/client/*'],
    banner: { js: first + REQUIRE },
    logLevel: 'silent',
    outfile,
  });
}

/**
 * Makes the bundle unless its sources are unchanged. Safe from several processes at once and while a
 * bundle runs. @throws CommandError with esbuild's message.
 */
export async function ensureImportBundle() {
  const expected = mark();
  if (beginsWith(expected)) return;
  mkdirSync(path.dirname(IMPORT_BUNDLE), { recursive: true });
  const made = `${IMPORT_BUNDLE}.${process.pid}`;
  try {
    await build(expected, made);
    renameSync(made, IMPORT_BUNDLE);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The import process could not be built: ${reason}`);
  } finally {
    rmSync(made, { force: true });
  }
}
