// The built dashboard as the package brings it: Next's traced tree without what a package cannot hold
// (links, native code, which is a dependency) and without what nobody asks for.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { BUNDLES } from '../../server/bundle.mjs';
import { CommandError, filesUnder, inProject, ROOT } from '../../server/project.mjs';
import { ensureBuilt, ensurePrismaClient, TRACED } from '../prepare.mjs';

/** Programs of processes, and what the server reads beside its code. */
const FILES = [
  ...['project', 'bundle', 'security-headers', 'start/server', 'start/stop'].map(
    (name) => `lib/server/${name}.mjs`,
  ),
  'lib/server/import/import-program.mjs',
  'lib/server/import/lanes/watch-worker.mjs',
  'lib/server/http/sweeps/process/sweep-program.mjs',
  'lib/tools/serve.mjs',
  'lib/tools/end-with-parent.mjs',
  'lib/tools/serving/next-server.mjs',
  'lib/tools/serving/silence.mjs',
  'lib/tools/serving/static-files.mjs',
  'lib/answers/report/seeds/generated/page.json',
  'prisma/migrations',
  'prisma/postgresql/migrations',
  'public/favicon.svg',
];

/** Samples above this size stay in the checkout. */
const MOST_SAMPLE_BYTES = 500_000;

/** Of the traced packages: the images that no page has, and libsql with its native code, a dependency of the package. */
const LEFT_OUT = ['sharp', '@img', 'libsql'];

/** Builds the dashboard, unless that is done, and lays it out in a folder. @param {string} to */
export async function layAppTree(to) {
  await ensurePrismaClient();
  await ensureBuilt({ traced: true });
  copy(`${TRACED}/node_modules`, path.join(to, 'node_modules'));
  for (const name of LEFT_OUT) {
    rmSync(path.join(to, 'node_modules', name), { recursive: true, force: true });
  }
  const native = path.join(to, 'node_modules/@libsql');
  for (const name of existsSync(native) ? readdirSync(native) : []) {
    if (/^(linux|darwin|win32)-/.test(name)) rmSync(path.join(native, name), { recursive: true });
  }
  copy(`${TRACED}/.next`, path.join(to, '.next'), (file) => !/(\.nft\.json|\.map)$/.test(file));
  copy('.next/static', path.join(to, '.next/static'));
  // Browsers take Brotli; what takes gzip alone gets a file as it is.
  copy(
    '.next/highwater-sent',
    path.join(to, '.next/highwater-sent'),
    (file) => !/\.gz$/.test(file),
  );
  withoutLinks(path.join(to, '.next'));
  withoutPaths(path.join(to, '.next/required-server-files.json'));
  for (const file of [...FILES, ...samples()]) copy(file, path.join(to, file));
  for (const { file } of [BUNDLES.import, BUNDLES.sweep])
    copy(file, path.join(to, path.relative(ROOT, file)));
  writeFileSync(path.join(to, 'package.json'), '{ "private": true, "type": "module" }\n');
}

/** @param {string} from @param {string} to @param {(file: string) => boolean} [wanted] */
function copy(from, to, wanted = () => true) {
  const source = path.resolve(ROOT, from);
  if (!existsSync(source)) throw new CommandError(`${from} was not built.`);
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(source, to, { recursive: true, verbatimSymlinks: true, filter: wanted });
}

const samples = () =>
  filesUnder('public/samples').filter(
    (file) => readFileSync(inProject(file)).byteLength <= MOST_SAMPLE_BYTES,
  );

/**
 * Next names packages outside of its bundles by links with a hash, which no package can hold: the code
 * names the packages themselves instead.
 * @param {string} built
 */
function withoutLinks(built) {
  const links = path.join(built, 'node_modules');
  /** @type {readonly (readonly [string, string])[]} */
  const names = readdirSync(links, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => {
      const link = path.join(entry.parentPath, entry.name);
      const [, target = ''] = /node_modules[\\/](.+)$/.exec(readlinkSync(link)) ?? [];
      return [toSlashes(path.relative(links, link)), toSlashes(target)];
    });
  rmSync(links, { recursive: true });
  for (const entry of readdirSync(path.join(built, 'server'), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!entry.isFile() || !entry.name.endsWith('.js')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8');
    const named = names.reduce((code, [link, name]) => code.replaceAll(link, name), text);
    if (named !== text) writeFileSync(file, named);
  }
}

const toSlashes = (/** @type {string} */ file) => file.split(path.sep).join('/');

/** Takes the place of this checkout out of a file. @param {string} file */
const withoutPaths = (file) =>
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replaceAll(JSON.stringify(ROOT).slice(1, -1), '.'),
  );
