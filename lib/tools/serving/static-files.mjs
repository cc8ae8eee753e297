// Files of the build as they are sent: compressed once, when they are made, and with the few headers
// that mean something for a script, a style or a font. Plain JavaScript without dependencies.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Where the files are in the folder of a build, and where what is sent of them. */
const FILES = 'static';
const SENT = 'highwater-sent';

const TYPES = /** @type {Readonly<Record<string, string>>} */ ({
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
});

/** What is compressed already stays as it is. */
const isText = (/** @type {string} */ file) => /\.(js|css)$/.test(file);

/** Files of a build, as paths in their folder with slashes. @param {string} build */
const filesOf = (build) =>
  readdirSync(path.join(build, FILES), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && path.extname(entry.name) in TYPES)
    .map((entry) => path.relative(path.join(build, FILES), path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'));

/** The coding of `Accept-Encoding`, the end of its file and how it is made, best first. */
const CODINGS = /** @type {const} */ ([
  { name: 'br', end: '.br' },
  { name: 'gzip', end: '.gz' },
]);

/** The best, 11, takes twice the time for half a percent. */
const BROTLI_QUALITY = 10;

/** @param {Buffer} data @param {'br' | 'gzip'} coding @returns {Promise<Buffer>} */
const compress = (data, coding) =>
  coding === 'gzip'
    ? promisify(gzip)(data, { level: constants.Z_BEST_COMPRESSION })
    : promisify(brotliCompress)(data, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
        },
      });

/** Compresses the scripts and styles of a build. @param {string} build its folder */
export async function compressFiles(build) {
  rmSync(path.join(build, SENT), { recursive: true, force: true });
  await Promise.all(
    filesOf(build)
      .filter(isText)
      .flatMap((file) =>
        CODINGS.map(async ({ name, end }) => {
          const made = await compress(readFileSync(path.join(build, FILES, file)), name);
          const to = path.join(build, SENT, file + end);
          mkdirSync(path.dirname(to), { recursive: true });
          writeFileSync(to, made);
        }),
      ),
  );
}

/** @typedef {{ readonly headers: Readonly<Record<string, string>>, readonly body: Buffer }} SentFile */

/** True if an `Accept-Encoding` names a coding and does not refuse it. @param {string} accepted @param {string} name */
const accepts = (accepted, name) =>
  accepted.split(',').some((one) => {
    const [coding, weight] = one.split(';').map((word) => word.trim().toLowerCase());
    return coding === name && !/^q=0(\.0*)?$/.test(weight ?? '');
  });

/**
 * Finds files of a build by the path of a request and its `Accept-Encoding`; what was not compressed
 * is not found, so that Next sends it. A name holds the hash of what it names: a file is kept for ever.
 * @param {string} build its folder
 * @returns {(pathname: string, accepted: string) => SentFile | undefined}
 */
export function builtFiles(build) {
  const isMade = (/** @type {string} */ file, /** @type {string} */ end) =>
    existsSync(path.join(build, SENT, file + end));
  // The package brings the best coding alone.
  const codings = CODINGS.filter(({ end }) => filesOf(build).some((file) => isMade(file, end)));
  const sent = (/** @type {string} */ file) =>
    !isText(file) || (codings.length > 0 && codings.every(({ end }) => isMade(file, end)));
  const known = new Map(
    filesOf(build).flatMap((file) => (sent(file) ? [[`/_next/static/${file}`, file]] : [])),
  );
  /** @type {Map<string, Buffer>} */
  const read = new Map();
  const bytes = (/** @type {string} */ name) => {
    const body = read.get(name) ?? readFileSync(path.join(build, name));
    read.set(name, body);
    return body;
  };
  return (pathname, accepted) => {
    const file = known.get(pathname);
    if (file === undefined) return undefined;
    const coding = isText(file) ? codings.find(({ name }) => accepts(accepted, name)) : undefined;
    const body = bytes(coding ? `${SENT}/${file}${coding.end}` : `${FILES}/${file}`);
    return {
      headers: {
        'Content-Type': TYPES[path.extname(file)] ?? '',
        'Content-Length': String(body.length),
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
        // A worker has the policy of its script, not that of the page that started it.
        ...(file.endsWith('.js') ? { 'Content-Security-Policy': "default-src 'self'" } : {}),
        ...(isText(file) ? { Vary: 'Accept-Encoding' } : {}),
        ...(coding ? { 'Content-Encoding': coding.name } : {}),
      },
      body,
    };
  };
}
