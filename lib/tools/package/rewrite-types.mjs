// Declarations of the compiler as a package can hold them: those that the entry reaches, which name one another
// by relative paths with endings, as Node resolves them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SPECIFIER = /(\bfrom\s*|\bimport\(\s*|\bimport\s+)(['"])(@\/|\.{1,2}\/)([^'"]+)\2/g;

/**
 * Copies the declarations that `entry` reaches.
 * @param {string} from folder of the compiler's output @param {string} to @param {string} entry path below both
 * @returns {readonly string[]} the files written, by their paths below `to`
 */
export function rewriteTypes(from, to, entry) {
  const open = [entry];
  /** @type {Set<string>} */
  const written = new Set();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (written.has(file)) continue;
    written.add(file);
    const folder = path.posix.dirname(file);
    const text = readFileSync(path.join(from, file), 'utf8').replace(
      SPECIFIER,
      (_, head, quote, start, rest) => {
        const named = start === '@/' ? rest : path.posix.join(folder, start + rest);
        const target = declarationOf(from, named);
        open.push(target);
        const relative = path.posix.relative(folder, target).replace(/\.d\.ts$/, '.js');
        return `${head}${quote}${relative.startsWith('.') ? '' : './'}${relative}${quote}`;
      },
    );
    const out = path.join(to, file);
    mkdirSync(path.dirname(out), { recursive: true });
    writeFileSync(out, text);
  }
  return [...written];
}

/** @param {string} from @param {string} named */
function declarationOf(from, named) {
  const found = [`${named}.d.ts`, `${named}/index.d.ts`].find((file) =>
    existsSync(path.join(from, file)),
  );
  if (found === undefined) throw new Error(`No declaration of ${named}`);
  return found;
}
