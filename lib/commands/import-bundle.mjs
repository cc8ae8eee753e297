// The import process as one file: it starts in a fifth of the time that its modules take through
// tsx. Plain JavaScript; esbuild is loaded only where the file is to be made.
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CommandError, filesUnder, fingerprint, inProject, ROOT } from './project.mjs';

/** The file that runs. */
export const IMPORT_BUNDLE = inProject('node_modules/.cache/highwater/import-process.mjs');

const isInput = (/** @type {string} */ file) =>
  !/\.(test|traces)\.tsx?$/.test(file) &&
  !/(^|\/)(fixtures|testing|commands|bench|cli|worker)\//.test(file);

/** What the file is made from, as a comment that it begins with. */
function mark() {
  const settings = ['package-lock.json', 'tsconfig.json', 'lib/commands/import-bundle.mjs'];
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

/** Bundles of CommonJS packages ask for Node's own modules by `require`. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);";

/** @param {string} first the comment @param {string} outfile */
async function build(first, outfile) {
  const { build: bundle } = await import('esbuild');
  await bundle({
    absWorkingDir: ROOT,
    entryPoints: ['lib/jobs/import-process.ts'],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // Native code, and the client that finds its query compiler beside itself.
    external: ['libsql', 'pg-native', '@prisma/client/*'],
    banner: { js: first + REQUIRE },
    logLevel: 'silent',
    outfile,
  });
}

/**
 * Makes the file unless it was made from the same sources; safe from several processes at once. One
 * that runs is not disturbed. @throws CommandError with what esbuild says of the sources.
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
