import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import { DecodedBytes } from './archives/decoded-bytes';
import { csvSource } from './csv-source';
import { foreignFile } from './file-kinds';
import type { UnpackBudget } from './archives/unpack-budget';
import type { MemberSet } from './archives/members';
import { plainSource } from './plain-source';
import { documentSource, linesSource, piecesSource } from './text-source';
import { detectText } from './text-trace';
import type { TraceBytes } from './trace-bytes';
import { unpack } from './archives/unpack';
import type { TraceSource } from './trace-source';
import { Utf16Bytes, utf16Of } from './utf16-bytes';
import { yamlCassette } from './yaml-cassette';

/** Detected kind of a file. */
export type FoundContent =
  | { readonly kind: 'source'; readonly source: TraceSource }
  | { readonly kind: 'members'; readonly set: MemberSet };

/** Folder and limits for the detection. */
interface FindOptions {
  readonly budget: UnpackBudget;
  /** Folder for unpacked content; made on demand. */
  readonly scratch: string;
  readonly signal: AbortSignal | undefined;
  /** Bytes beyond which a JSON document is read in pieces; default `LARGE_BYTES`. */
  readonly large?: number | undefined;
}

/** Bytes for the detection; a tar archive's signature is at byte 257. */
const HEAD_BYTES = 512;

const begins = (head: Buffer, ...bytes: readonly number[]): boolean =>
  bytes.every((byte, i) => head[i] === byte);

const isGzip = (head: Buffer): boolean => begins(head, 0x1f, 0x8b);
const isZip = (head: Buffer): boolean =>
  begins(head, 0x50, 0x4b, 3, 4) || begins(head, 0x50, 0x4b, 5, 6);
const isZstd = (head: Buffer): boolean =>
  begins(head, 0x28, 0xb5, 0x2f, 0xfd) ||
  (begins(head.subarray(1), 0x2a, 0x4d, 0x18) && ((head[0] ?? 0) & 0xf0) === 0x50);

const isTar = (head: Buffer): boolean => head.toString('latin1', 257, 262) === 'ustar';
const isSqlite = (head: Buffer): boolean => head.toString('latin1', 0, 16) === 'SQLite format 3\0';

/** Bytes that may be OTLP messages: a single one (field 1 first), or several each after its length. */
const mayBeOtlp = (head: Buffer): boolean =>
  /[\0-\x08\x0b\x0c\x0e-\x1f]/.test(head.toString('latin1')) &&
  (begins(head, 0x0a) || (begins(head, 0) && head[4] === 0x0a));

/** True for the beginning of an archive or of compressed data, which may contain one. */
export const isPacked = (head: Buffer): boolean =>
  isGzip(head) || isZip(head) || isZstd(head) || isTar(head);

/**
 * Detects a content's kind by its beginning, through compressed layers. `path` is its file; null if
 * it must be unpacked first. Throws `TraceFault` and `Cancelled`.
 */
export async function findContent(
  path: string | null,
  content: TraceBytes,
  options: FindOptions,
  layers = 1,
): Promise<Result<FoundContent, ImportError>> {
  const head = await content.head(HEAD_BYTES);
  if (head.length === 0) return err({ code: 'empty', message: 'The file is empty.' });
  const { budget, scratch, signal } = options;
  const { depth } = budget.caps;
  if (isGzip(head) || isZstd(head)) {
    if (layers >= depth) return err(tooDeep(depth));
    const decoded = new DecodedBytes(content, isGzip(head) ? 'gzip' : 'zstd', budget);
    return findContent(null, decoded, options, layers + 1);
  }
  const utf16 = utf16Of(head);
  if (utf16 !== null) {
    if (layers >= depth) return err(tooDeep(depth));
    return findContent(null, new Utf16Bytes(content, utf16), options, layers + 1);
  }
  // What few files need is loaded for them alone: a command starts sooner.
  if (isZip(head)) {
    const { zipMembers } = await import('./archives/zip-members');
    return members(await zipMembers(path ?? (await aside(content, options)), budget));
  }
  if (isTar(head)) {
    const { tarMembers } = await import('./archives/tar-members');
    return members(await tarMembers(content, join(scratch, 'tar'), budget, signal));
  }
  return single(path, content, head, options);
}

/** Error for too many nested layers. */
export const tooDeep = (depth: number): ImportError => ({
  code: 'too-deep',
  message: `Archives and compressed files lie more than ${depth} deep inside one another.`,
});

/** Unpacks a content to a file: archives with a table of contents at the end need one. */
async function aside(content: TraceBytes, { scratch, signal }: FindOptions): Promise<string> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const path = join(scratch, 'archive');
  await unpack(path, content.chunks(signal));
  return path;
}

const members = (set: Result<MemberSet, ImportError>): Result<FoundContent, ImportError> =>
  set.ok ? ok({ kind: 'members', set: set.value }) : set;

async function single(
  path: string | null,
  content: TraceBytes,
  head: Buffer,
  { scratch, signal, large }: FindOptions,
): Promise<Result<FoundContent, ImportError>> {
  const found = (source: TraceSource): Result<FoundContent, ImportError> =>
    ok({ kind: 'source', source });
  if (isSqlite(head)) {
    const { sqliteSource } = await import('./sqlite/sqlite-source');
    const source = await sqliteSource(path, content, scratch, signal);
    return source.ok ? found(source.value) : source;
  }
  const foreign = foreignFile(head);
  if (foreign !== null) return err(foreign);
  if (mayBeOtlp(head)) {
    const { otlpSource } = await import('./otlp-source');
    const otlp = await otlpSource(content, signal);
    if (!otlp.ok) return otlp;
    if (otlp.value !== null) return found(otlp.value);
  }
  const plain = await plainSource(content);
  if (plain !== null) return found(plain);
  const cassette = await yamlCassette(content, signal);
  if (cassette !== null) return cassette.ok ? found(cassette.value) : cassette;
  const table = await csvSource(content, signal);
  if (table !== null) return found(table);
  const text = await detectText(content, { signal, large });
  if (!text.ok) return text;
  const { value } = text;
  if (value.form === 'lines') return found(linesSource(content, value));
  return found(
    value.form === 'pieces' ? piecesSource(content, value) : documentSource(content, value),
  );
}
