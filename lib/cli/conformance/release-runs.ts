import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { filesIn, type GoldenFile } from './golden-files';

/** Where a release's packages come from: the registry, or a `node_modules` folder that is there already. */
export interface ReleaseSource {
  /** Which release of the package is installed; `modules` leaves it to that folder. */
  readonly release: 'newest' | 'recorded';
  readonly modules: string | null;
}

/** What a script wrote over a release, or why it could not run. */
export type ReleaseRuns =
  | { readonly files: readonly GoldenFile[]; readonly fault: null }
  | { readonly files: readonly []; readonly fault: string };

/** Node that the programs need. */
const LEAST_NODE = 22;
/** Package of its binary: that of `node` would fetch it by a script, and scripts are not run. */
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;
/** Longest that a package may install, or its program run, in milliseconds. */
const MOST_TIME = 20 * 60_000;

/** Runs a golden script over a release. `golden` are the files that the script wrote before. */
export async function releaseRuns(
  checkout: string,
  script: string,
  golden: readonly GoldenFile[],
  source: ReleaseSource,
): Promise<ReleaseRuns> {
  const compared = new Set(golden.map((one) => one.golden.package));
  return inRelease<ReleaseRuns>(checkout, { folder: script, compared }, source, async (run) => {
    const fault = await run(script);
    if (fault !== null) return { files: [], fault };
    const files = filesIn(path.join(run.work, 'lib/policies'));
    return files.length > 0
      ? { files, fault: null }
      : { files: [], fault: 'its program wrote no golden file' };
  });
}

/** Runs a script of `lib/conformance` with arguments, to its end; null, or what it complained of. */
export interface ScriptRunner {
  (script: string, args?: readonly string[]): Promise<string | null>;
  /** The folder that holds the copy: it is removed at the end. */
  readonly work: string;
}

/**
 * Installs what the programs of a folder of `lib/conformance` need, in a copy of it in a temporary folder that is
 * removed again: nothing of the checkout is written. Where that fails each run says so.
 */
export async function inRelease<T>(
  checkout: string,
  { folder: script, compared }: { readonly folder: string; readonly compared: ReadonlySet<string> },
  source: ReleaseSource,
  use: (run: ScriptRunner) => Promise<T>,
): Promise<T> {
  const work = mkdtempSync(path.join(tmpdir(), 'highwater-conformance-'));
  try {
    const folder = path.join(work, 'lib/conformance');
    const from = path.join(checkout, 'lib/conformance');
    cpSync(from, folder, {
      recursive: true,
      filter: (file) => path.relative(from, file).split(path.sep)[0] !== 'node_modules',
    });
    const installed = path.join(folder, 'node_modules');
    let fault: string | null = null;
    if (source.modules === null) fault = await install(folder, script, compared, source.release);
    else symlinkSync(path.resolve(source.modules), installed, 'dir');
    const run = async (name: string, args: readonly string[] = []): Promise<string | null> =>
      fault ?? runScript(folder, [name, ...args], nodeFolder(installed));
    return await use(Object.assign(run, { work }));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function runScript(
  folder: string,
  [script = '', ...args]: readonly string[],
  node: string | null,
): Promise<string | null> {
  const more = args.length > 0 ? ['--', ...args] : [];
  if (node !== null) return command('npm', ['run', '--silent', script, ...more], folder, node);
  return `the systems’ code needs Node ${LEAST_NODE} or newer, and this is ${process.versions.node}`;
}

const releasesSchema = z.record(z.string(), z.string());
/** `tarballs`: packages that a script unpacks without their dependencies. */
const manifestSchema = z.looseObject({
  dependencies: releasesSchema,
  tarballs: releasesSchema.optional(),
});

/** Installs what a script's program names, the compared packages in the asked release. Null, or the fault. */
async function install(
  folder: string,
  script: string,
  compared: ReadonlySet<string>,
  release: ReleaseSource['release'],
): Promise<string | null> {
  const file = path.join(folder, 'package.json');
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const text = programText(folder, script);
  const needed = Object.entries(manifest.dependencies).filter(
    ([name]) => compared.has(name) || text.includes(`'${name}'`) || name === 'node',
  );
  const newest = (name: string): boolean => release === 'newest' && compared.has(name);
  const dependencies = Object.fromEntries(
    needed.map(([name, version]) => [
      name === 'node' ? NODE_PACKAGE : name,
      newest(name) ? 'latest' : version,
    ]),
  );
  const tarballs = Object.fromEntries(
    Object.entries(manifest.tarballs ?? {}).map(([name, version]) => [
      name,
      newest(name) ? 'latest' : version,
    ]),
  );
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies, tarballs }));
  return command('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], folder, null);
}

/** The sources of a script's program: a file of its name, or the files of a folder. */
function programText(folder: string, script: string): string {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.mjs'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => path.relative(folder, file).split(/[/.\\]/)[0] === script)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

/** Folder of a Node that is new enough: this one's, else that of the installed package; null: there is none. */
function nodeFolder(installed: string): string | null {
  if (Number(process.versions.node.split('.')[0]) >= LEAST_NODE)
    return path.dirname(process.execPath);
  const folder = path.join(installed, NODE_PACKAGE, 'bin');
  return existsSync(folder) ? folder : null;
}

/** Runs a program to its end. Null, or the last line that it complained with. */
function command(
  name: string,
  args: readonly string[],
  cwd: string,
  first: string | null,
): Promise<string | null> {
  const searched = [...(first === null ? [] : [first]), process.env['PATH'] ?? ''];
  return new Promise((resolve) => {
    const child = spawn(name, args, {
      cwd,
      env: { ...process.env, PATH: searched.join(path.delimiter) },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: MOST_TIME,
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(null);
      const how = signal ?? `exit ${code}`;
      resolve(`${name} ${args.join(' ')}: ${complaint(said)} (${how})`);
    });
  });
}

/** The line that names an error, else the last one. */
function complaint(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? 'it said nothing';
}
