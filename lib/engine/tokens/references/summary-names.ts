import type { Part, SessionHead } from '@/lib/engine/session/schema';
import { scanNames } from './scan-names';
import { plainPiece } from './pinned-table';

/** The texts of parts; null where there is none. */
export function textOf(parts: readonly Part[]): string | null {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const text = texts.join('\n');
  return text.trim() === '' ? null : text;
}

/** Calls `found` with every name in the texts of a prefix. */
export function prefixNames({ system, tools }: SessionHead['prefix'], found: NameVisitor): void {
  const read = (text: string): void => scanNames(text, (of, from, to) => found(of, from, to));
  read(textOf(system ?? []) ?? '');
  for (const tool of tools ?? []) {
    if ('sizes' in tool) continue;
    read(tool.name);
    read(tool.description);
    read(JSON.stringify(tool.schema) ?? '');
  }
}

type NameVisitor = (text: string, from: number, to: number) => void;

/** A summary's text, searched once. */
export class SummaryText {
  readonly #names = new Set<string>();
  readonly #plain: string;

  constructor(text: string) {
    scanNames(text, (of, from, to) => this.#names.add(of.slice(from, to)));
    this.#plain = text.replaceAll(/\s+/g, ' ');
  }

  /** True for a name that stands in it; a path may lack its beginning. */
  holds(name: string): boolean {
    if (this.#names.has(name)) return true;
    if (name.includes(' ')) return this.quotes(name);
    for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
      if (this.#names.has(name.slice(at + 1))) return true;
    }
    return false;
  }

  /** True for a piece that it quotes, whatever its white space. */
  quotes(piece: string): boolean {
    return this.#plain.includes(plainPiece(piece));
  }
}
