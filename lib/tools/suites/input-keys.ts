import { createHash } from 'node:crypto';
import path from 'node:path';

/** A file of the project: its path from the project's folder, with `/`, and its text. */
interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;

/** Names of a file's imports, types and lazy imports included. */
const importsOf = (text: string): readonly string[] =>
  [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');

/** Files that a text names as a path: programs that are started, workers, entry points of bundles. */
const NAMED = /['"`]([\w@./-]+\.(?:tsx?|mjs))['"`]/g;

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'];

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The files of the project that a file imports or names. */
function usedBy(file: SourceFile, known: ReadonlyMap<string, unknown>): readonly string[] {
  const named = [...file.text.matchAll(NAMED)].map((match) => match[1] ?? '');
  return [...importsOf(file.text), ...named].flatMap((name) => {
    const beside = path.posix.join(path.posix.dirname(file.path), name);
    const places = name.startsWith('@/') ? [name.slice(2)] : [beside, name];
    const found = places.flatMap((place) => ENDINGS.map((ending) => `${place}${ending}`));
    return found.find((place) => known.has(place)) ?? [];
  });
}

/** A file and all that it uses, directly or by others. */
function closureOf(start: string, uses: ReadonlyMap<string, readonly string[]>): Set<string> {
  const closure = new Set([start]);
  for (const file of closure) for (const used of uses.get(file) ?? []) closure.add(used);
  return closure;
}

/**
 * A key for each file, which changes with its text, with that of any file it imports or names, however
 * far, and with the settings. Files that are read by other means are not seen.
 */
export function inputKeys(
  files: readonly SourceFile[],
  settings: string,
): ReadonlyMap<string, string> {
  const hashes = new Map(files.map(({ path: file, text }) => [file, hashOf(text)]));
  const uses = new Map(files.map((file) => [file.path, usedBy(file, hashes)]));
  const keyOf = (file: string): string => {
    const inputs = [...closureOf(file, uses)].sort();
    return hashOf([settings, ...inputs.map((one) => `${one} ${hashes.get(one) ?? ''}`)].join('\n'));
  };
  return new Map(files.map(({ path: file }) => [file, keyOf(file)]));
}
