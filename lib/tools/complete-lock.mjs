// `npm run complete-lock`: adds entries that npm omits from the lock if a registry lacks other
// platforms' binaries: without all optional dependencies `npm ci` fails on those platforms. Adds the
// integrity of entries that lack it, as far as the registry gives it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inProject } from '../server/project.mjs';

/**
 * @typedef {{ version?: string, resolved?: string, integrity?: string, link?: boolean, cpu?: string[], os?: string[],
 *   libc?: string[], license?: string, optional?: boolean, dev?: boolean,
 *   engines?: Record<string, string>, optionalDependencies?: Record<string, string> }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 * @typedef {{ place: string, name: string, range: string, dev: boolean }} MissingPackage
 */

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/**
 * Optional dependencies without an entry in any folder that Node searches, or only with another
 * version than the exact one required; each with the place for its entry.
 * @param {Lock} lock @returns {MissingPackage[]}
 */
export function missingFromLock({ packages }) {
  /** @type {Map<string, MissingPackage>} */
  const missing = new Map();
  for (const [owner, { optionalDependencies = {}, dev = false }] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      const found = placesFor(owner, name).find((candidate) => candidate in packages);
      const version = found === undefined ? undefined : packages[found]?.version;
      if (found !== undefined && (version === range || !/^\d/.test(range))) continue;
      const top = `node_modules/${name}`;
      const taken = found !== undefined || (missing.get(top)?.range ?? range) !== range;
      const place = taken ? `${owner}/${top}` : top;
      const known = missing.get(place);
      missing.set(place, { place, name, range, dev: dev && (known?.dev ?? true) });
    }
  }
  return [...missing.values()];
}

/**
 * Folders that Node searches for a dependency of a package, nearest first.
 * @param {string} owner @param {string} name
 */
function placesFor(owner, name) {
  const parts = owner === '' ? [] : owner.split('/node_modules/');
  const nested = parts.map(
    (_, depth) => `${parts.slice(0, depth + 1).join('/node_modules/')}/node_modules/${name}`,
  );
  return [...nested.reverse(), `node_modules/${name}`];
}

/**
 * npm's platform fields, derived from a binary package's name; npm skips an entry whose fields do not
 * match the machine.
 * @param {string} name @returns {Pick<LockEntry, 'cpu' | 'os' | 'libc'>}
 */
export function platformOf(name) {
  const words = name.split('/').at(-1)?.split('-') ?? [];
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  /** @type {Pick<LockEntry, 'cpu' | 'os' | 'libc'>} */
  const platform = {};
  if (cpu.length > 0) platform.cpu = cpu;
  if (words.includes('musl') || words.includes('gnu')) {
    if (os.includes('linux')) platform.libc = [words.includes('musl') ? 'musl' : 'glibc'];
  }
  if (os.length > 0) platform.os = os;
  return platform;
}

/**
 * The entry of a package, from its manifest if the registry has it, else from its name. Like the rest
 * of the lock it names no registry.
 * @param {Omit<MissingPackage, 'place'>} wanted
 * @param {(spec: string) => Record<string, unknown> | undefined} view the manifest, if there is one
 * @returns {LockEntry}
 */
export function entryFor({ name, range, dev }, view) {
  const manifest = view(`${name}@${range}`);
  const dist = /** @type {{ integrity?: string } | undefined} */ (manifest?.['dist']);
  const derived = platformOf(name);
  const exact = /^[\^~]?(\d+\.\d+\.\d+[\w.+-]*)$/.exec(range)?.[1];
  const version = /** @type {string | undefined} */ (manifest?.['version']) ?? exact;
  if (version === undefined) throw new Error(`${name}@${range}: no version is known`);
  if (!manifest && !derived.os && !derived.cpu) {
    throw new Error(`${name}@${range}: neither the registry nor its name tells its platform`);
  }
  /** @type {Record<string, unknown>} */
  const entry = { version, integrity: dist?.integrity };
  for (const field of /** @type {const} */ (['cpu', 'libc', 'license', 'os', 'engines'])) {
    entry[field] =
      manifest?.[field] ?? (field in derived ? derived[/** @type {'os'} */ (field)] : undefined);
  }
  return /** @type {LockEntry} */ (
    JSON.parse(JSON.stringify({ ...entry, ...(dev ? { dev } : {}), optional: true }))
  );
}

/**
 * Adds the missing entries, sorted into their places.
 * @param {Lock} lock @param {Parameters<typeof entryFor>[1]} view @returns {Lock}
 */
export function completeLock(lock, view) {
  const added = missingFromLock(lock).map((wanted) => [wanted.place, entryFor(wanted, view)]);
  const sorted = [...Object.entries(lock.packages), ...added].sort(([a], [b]) =>
    String(a).localeCompare(String(b), 'en'),
  );
  return { ...lock, packages: Object.fromEntries(sorted) };
}

/**
 * Adds what the registry knows of entries without integrity; the others stay as they are.
 * @param {Lock} lock @param {Parameters<typeof entryFor>[1]} view @returns {Lock}
 */
export function withIntegrity(lock, view) {
  const packages = Object.entries(lock.packages).map(([place, entry]) => {
    if (place === '' || entry.link || entry.integrity || !entry.version) return [place, entry];
    const name = place.split('node_modules/').at(-1);
    const manifest = view(`${name}@${entry.version}`);
    const dist = /** @type {{ integrity?: string } | undefined} */ (manifest?.['dist']);
    if (!dist?.integrity) return [place, entry];
    const license = entry.license ?? manifest?.['license'];
    const { version, resolved, ...rest } = entry;
    const found = { version, resolved, integrity: dist.integrity, ...rest, license };
    return [place, JSON.parse(JSON.stringify(found))];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** @param {string} spec @returns {Record<string, unknown> | undefined} */
function viewManifest(spec) {
  try {
    const printed = execFileSync('npm', ['view', spec, '--json'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    /** @type {Record<string, unknown> | Record<string, unknown>[]} */
    const found = JSON.parse(printed);
    return Array.isArray(found) ? found.at(-1) : found;
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = inProject('package-lock.json');
  const lock = /** @type {Lock} */ (JSON.parse(readFileSync(file, 'utf8')));
  const missing = missingFromLock(lock);
  for (const { name, range } of missing) console.log(`adding ${name}@${range}`);
  const whole = withIntegrity(completeLock(lock, viewManifest), viewManifest);
  const text = `${JSON.stringify(whole, null, 2)}\n`;
  if (text !== readFileSync(file, 'utf8')) writeFileSync(file, text);
  const bare = Object.entries(whole.packages).filter(
    ([place, { integrity, link }]) => place !== '' && !integrity && !link,
  );
  for (const [place] of bare) console.log(`the registry gives no integrity of ${place}`);
  console.log(`${missing.length} entries added to package-lock.json`);
}
