import { readFile, stat } from 'node:fs/promises';
import { isNode, LineCounter, parseDocument, type Document } from 'yaml';
import { formatBytes } from '@/lib/engine/base/format';
import type * as z from 'zod';
import { EXPECTATIONS_VERSION, versionSchema } from '@/lib/answers/report/expectations/schema';
import { InputError } from '../exit-code';

/** Thousands of sessions take a few hundred kB. */
const MOST_BYTES = 32_000_000;

/** What a file says that a field of a question is read from, and where its parts stand. */
export interface FieldFile {
  readonly value: unknown;
  /** "highwater.yaml:12": the line of a part. */
  readonly place: (path: readonly PropertyKey[]) => string;
}

/**
 * Reads a file of YAML in the form of its field; messages name it `file`.
 * @throws InputError with file, line, cause and what to do.
 */
export async function readFieldFile(
  schema: z.ZodType,
  file: string,
  path: string,
): Promise<FieldFile> {
  const text = await readText(file, path);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0]);
    throw new InputError(`${file}:${line}: this is no YAML: ${error.message} Fix that line.`);
  }
  const place = (at: readonly PropertyKey[]): string => `${file}:${lineOf(document, lines, at)}`;
  const value = plainValue(document, file);
  const version = versionSchema.safeParse(value);
  if (version.success && version.data.version > EXPECTATIONS_VERSION) {
    throw new InputError(
      `${place(['version'])}: version ${version.data.version} was written by a newer Highwater; this one reads version ${EXPECTATIONS_VERSION}. Update Highwater.`,
    );
  }
  const read = schema.safeParse(value);
  if (read.success) return { value: read.data, place };
  const [issue] = read.error.issues;
  const at = issue?.path ?? [];
  const what = at.length === 0 ? '' : `${at.join('.')}: `;
  throw new InputError(
    `${place(at)}: ${what}${issue?.message ?? 'not allowed'}. Record the expectations again on the page, or fix that line.`,
  );
}

async function readText(file: string, path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MOST_BYTES) {
      throw new InputError(
        `${file}: ${formatBytes(size)} are more than expectations take (${formatBytes(MOST_BYTES)}). Name the YAML file first, then the traces.`,
      );
    }
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof InputError) throw error;
    const cause = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new InputError(`${file}: it cannot be read (${cause}). Check the path.`);
  }
}

/** Aliases may multiply: a small file could be a huge value. */
function plainValue(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new InputError(`${file}: it refers to itself too often. Write it without aliases.`);
  }
}

/** The line of the innermost part that is there. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
