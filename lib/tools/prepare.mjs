// Makes the prerequisites of commands: packages, the Prisma clients, a build; each only if its inputs
// changed. Plain JavaScript without dependencies.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBundle } from '../server/bundle.mjs';
import { CUTS, cutFonts } from './fonts/cut-fonts.mjs';
import { compressFiles } from './serving/static-files.mjs';
import {
  CommandError,
  filesUnder,
  fingerprint,
  inProject,
  quietEnvironment,
  readText,
  run,
  runInstalled,
  runNpm,
} from '../server/project.mjs';

/** Oldest Node accepted by Next and Prisma. */
const OLDEST_NODE = [20, 19];

const TAIL_LINES = 40;

/** Throws a CommandError for a Node that is too old. @param {string} [version] */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new CommandError(
    `Highwater needs Node ${OLDEST_NODE.join('.')} or newer, this is ${version}.`,
  );
}

/** Reads variables from `.env`, if it exists; variables already set win. */
export function loadDotEnv() {
  if (existsSync(inProject('.env'))) process.loadEnvFile(inProject('.env'));
}

/**
 * Prints a label during work, with a running clock on a terminal, and then the time it took.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function announced(label, work) {
  const start = Date.now();
  const seconds = () => `${((Date.now() - start) / 1000).toFixed(0)} s`;
  const live = process.stdout.isTTY;
  process.stdout.write(`${label} …${live ? '' : '\n'}`);
  const clock = live && setInterval(() => process.stdout.write(`\r${label} … ${seconds()}`), 1000);
  try {
    const result = await work();
    process.stdout.write(`${live ? `\r${label} … ` : '  '}done in ${seconds()}\n`);
    return result;
  } catch (error) {
    if (live) process.stdout.write('\n');
    throw error;
  } finally {
    if (clock) clearInterval(clock);
  }
}

/**
 * Awaits a program; on failure prints the end of its output and throws.
 * @param {ReturnType<typeof runInstalled>} running
 * @param {string} sentence the failure, for the user
 */
async function succeed(running, sentence) {
  const { code, output } = await running;
  if (code === 0) return;
  process.stderr.write(`\n${output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n')}\n\n`);
  throw new CommandError(sentence);
}

/**
 * True if the lock's packages are installed: by the stamp of an earlier install, else by comparing
 * the lock with npm's copy inside node_modules.
 * @param {string} stamp @param {string} hash
 */
function isInstalled(stamp, hash) {
  if (readText(stamp) === hash) return true;
  const installed = readText(inProject('node_modules/.package-lock.json'));
  if (installed === '') return false;
  /** @typedef {{ readonly version?: string, readonly optional?: boolean }} LockedPackage */
  const versions = (/** @type {string} */ text) =>
    /** @type {{ packages: Record<string, LockedPackage> }} */ (JSON.parse(text)).packages;
  const there = versions(installed);
  const wanted = versions(readText(inProject('package-lock.json')));
  return Object.entries(wanted).every(([name, { version, optional }]) => {
    const found = there[name];
    return name === '' || (found ? found.version === version : optional === true);
  });
}

/** Installs the lock's packages unless they are installed. */
export async function ensureInstalled() {
  const stamp = inProject('node_modules/.highwater-install');
  const hash = fingerprint(['package.json', 'package-lock.json']);
  if (!isInstalled(stamp, hash)) {
    await announced('Installing packages (once, about a minute)', () =>
      succeed(
        // Development packages contain types for the build.
        runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']),
        'npm could not install the packages; its own words are above.',
      ),
    );
  }
  if (readText(stamp) !== hash) writeFileSync(stamp, hash);
}

/** Schema of each database, and the folder of its client. */
const PRISMA_CLIENTS = /** @type {const} */ ([
  ['prisma/schema.prisma', 'lib/server/db/generated'],
  ['prisma/postgresql/schema.prisma', 'lib/server/db/generated-postgresql'],
]);

/** Generates the Prisma clients unless schemas and Prisma are unchanged. */
export async function ensurePrismaClient() {
  for (const [schema, folder] of PRISMA_CLIENTS) await ensureGenerated(schema, folder);
}

/** @param {string} schema @param {string} folder */
async function ensureGenerated(schema, folder) {
  const stamp = inProject(folder, '.highwater-schema');
  const hash = fingerprint([schema, 'prisma.config.ts', 'node_modules/prisma/package.json']);
  if (readText(stamp) === hash) return;
  await announced('Generating the database client', () =>
    succeed(
      runInstalled('prisma/build/index.js', ['generate', '--schema', schema, '--no-hints']),
      'Prisma could not generate its client; its own words are above.',
    ),
  );
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/** Where fonts are cut, and the versions of what is cut and of what cuts. */
const FONT_INPUTS = ['lib/tools/fonts/cut-fonts.mjs', 'package-lock.json'];

/** Cuts the fonts unless they are unchanged. */
export async function ensureFonts() {
  const stamp = inProject(CUTS, '.highwater-fonts');
  const hash = fingerprint(FONT_INPUTS);
  if (readText(stamp) === hash) return;
  await cutFonts();
  writeFileSync(stamp, hash);
}

/** What the content of the page /seeds is computed from, and where it is written. */
const SEEDS_INPUTS = [
  'lib/engine',
  'lib/policies',
  'lib/analysis',
  'lib/readers/scenarios',
  'lib/answers/report/outcome',
  'lib/answers/report/seeds',
  'lib/tools/seeds',
];
const SEEDS_SESSIONS = [
  'lib/readers/scenarios/fixtures/sliding-window.json',
  'public/samples/production-incident.json',
];
const SEEDS = 'lib/answers/report/seeds/generated/page.json';

/** Computes the content of the page /seeds unless nothing that it is made from has changed. */
export async function ensureSeeds() {
  const stamp = inProject(path.dirname(SEEDS), '.highwater-seeds');
  const inputs = SEEDS_INPUTS.flatMap(filesUnder).filter(isBuildInput);
  const hash = fingerprint([...inputs, ...SEEDS_SESSIONS]);
  if (readText(stamp) === hash) return;
  const script = inProject('lib/tools/seeds/write-seeds.ts');
  await announced('Computing the page Seeds', () =>
    succeed(
      run(process.execPath, ['--import', 'tsx', script, inProject(SEEDS)]),
      'The page Seeds could not be computed; the reason is above.',
    ),
  );
  writeFileSync(stamp, hash);
}

/** Generates the types of the routes, which the compiler needs and git ignores. */
const ensureRouteTypes = () =>
  succeed(
    runInstalled('next/dist/bin/next', ['typegen']),
    'Next could not generate the types of the routes; its own words are above.',
  );

const isBuildInput = (/** @type {string} */ file) =>
  !/\.(test|long|traces)\.tsx?$/.test(file) &&
  !/(^|\/)(fixtures|tools|generated(-postgresql)?)\//.test(file);

/** Inputs of a build. */
function buildFingerprint() {
  const folders = ['app', 'components', 'lib', 'prisma'].flatMap(filesUnder).filter(isBuildInput);
  const files = [
    'package-lock.json',
    'next.config.js',
    'postcss.config.mjs',
    'proxy.ts',
    'instrumentation.ts',
    'tsconfig.json',
    'lib/tools/fonts/cut-fonts.mjs',
    'lib/tools/serving/static-files.mjs',
  ].flatMap(filesUnder);
  return fingerprint([...folders, ...files], [process.versions.node, process.platform]);
}

/** The server with the files of node_modules that it reads, for the package. */
export const TRACED = '.next/standalone';

/**
 * Builds the pages, the server and its processes, each unless its inputs are unchanged; `traced`: with
 * {@link TRACED}, which a start needs not.
 */
export async function ensureBuilt({ traced = false } = {}) {
  await ensureBundle('import');
  await ensureBundle('sweep');
  await ensureBundle('cli');
  await ensureFonts();
  await ensureSeeds();
  const stamp = inProject('.next/highwater-build');
  const hash = buildFingerprint();
  const made = traced ? TRACED : '.next/BUILD_ID';
  if (readText(stamp) === hash && existsSync(inProject(made))) return;
  const env = { ...quietEnvironment(), HIGHWATER_STANDALONE: traced ? 'yes' : 'no' };
  rmSync(stamp, { force: true });
  await announced('Building (about a minute, again only after a change)', () =>
    succeed(
      runInstalled('next/dist/bin/next', ['build'], { env }),
      'The build failed; its own words are above.',
    ).then(() => compressFiles(inProject('.next'))),
  );
  writeFileSync(stamp, hash);
}

/**
 * Reads the settings with lib/server/env.ts, the only place with their rules. Needs the packages.
 * @returns {Promise<{ readonly host: string, readonly port: number, readonly token: string | null }>}
 *   `token` is the one that Highwater made and asks for; null where it made none.
 */
export async function readEnvironment() {
  const script = inProject('lib/tools/print-environment.ts');
  const { code, output } = await run(process.execPath, ['--import', 'tsx', script]);
  if (code !== 0) throw new CommandError(output);
  return JSON.parse(output);
}

/** Installs what a suite needs and hands the command line over to it. @param {string} script */
export const runSuite = (script) =>
  main(async () => {
    await ensureInstalled();
    await ensurePrismaClient();
    await ensureRouteTypes();
    const args = ['--import', 'tsx', inProject(script), ...process.argv.slice(2)];
    process.exitCode = (await run(process.execPath, args, { show: true })).code;
  });

/**
 * Runs a command under a Node that is new enough; for a {@link CommandError} prints its sentence and exits with code 1.
 * @param {() => Promise<void>} command
 */
export async function main(command) {
  try {
    requireNode();
    await command();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (error.message !== '') process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
