import { textHash } from '@/lib/engine/base/text-hash';
import { contextLabel } from '../entry-table';
import type { Entry, Json } from '@/lib/engine/session/schema';
import { isMap } from '../contextguard';

/** Content that should outlive a compaction. */
export const pinnedKinds = ['instructions', 'request', 'todos'] as const;
export type PinnedKind = (typeof pinnedKinds)[number];

/** Pinned content of an entry as pieces that a summary may quote. */
export interface PinnedText {
  readonly what: PinnedKind;
  readonly pieces: readonly string[];
  /** Equal for equal pieces. */
  readonly hash: number;
}

/** Shortest and longest piece, most of an entry, most units of a trace. */
const LEAST_PIECE = 12;
const MOST_PIECE = 400;
const MOST_PIECES = 200;
const MOST_UNITS = 4_000_000;

/** Attachments that hold instructions, which their agent announces again by itself. */
const INSTRUCTIONS = /^attachment: .*(memory|instructions|listing|tools)/;

/** A list of open tasks that an agent keeps by calls. */
const TODO_TOOLS = /^(todo_?write|write_?todos|update_?plan)$/i;
const TODO_TEXTS = ['content', 'step', 'title', 'description', 'task', 'text'] as const;
const DONE = /^(completed|done|cancelled|canceled)$/i;

/**
 * True for an entry that no one said: instructions, the environment, lists of tools and skills. What
 * another agent says is none: nobody says it again by itself.
 */
export function holdsInstructions({ role, label }: Pick<Entry, 'role' | 'label'>): boolean {
  if (role !== 'user') return false;
  const own = contextLabel(label);
  return own === null ? INSTRUCTIONS.test(label ?? '') : own !== 'agent';
}

/** Pinned contents by row; few entries have any. */
export class PinnedTable {
  readonly rows = new Map<number, PinnedText>();
  #units = 0;

  push(row: number, entry: Entry): void {
    const found = pinnedText(entry);
    if (found === null || found.pieces.length === 0 || this.#units > MOST_UNITS) return;
    for (const piece of found.pieces) this.#units += piece.length;
    this.rows.set(row, { ...found, hash: textHash(found.pieces.join('\n')) });
  }
}

function pinnedText(entry: Entry): Omit<PinnedText, 'hash'> | null {
  if (entry.role === 'model') {
    const list = entry.parts.findLast(({ kind, ...part }) => {
      return kind === 'call' && 'name' in part && TODO_TOOLS.test(part.name);
    });
    return list?.kind === 'call' ? { what: 'todos', pieces: openTodos(list.args) } : null;
  }
  if (entry.parts.some((part) => (part.kind === 'sized' ? part.of : part.kind) === 'response')) {
    return null;
  }
  const what = holdsInstructions(entry) ? 'instructions' : 'request';
  if (what === 'request' && entry.label !== undefined) return null;
  return { what, pieces: piecesOf(entry) };
}

function piecesOf({ parts }: Entry): readonly string[] {
  const pieces: string[] = [];
  for (const part of parts) {
    if (part.kind !== 'text') continue;
    for (const line of part.text.slice(0, MOST_PIECES * MOST_PIECE).split('\n')) {
      const piece = plainPiece(line);
      if (piece.length >= LEAST_PIECE) pieces.push(piece);
      if (pieces.length === MOST_PIECES) return pieces;
    }
  }
  return pieces;
}

/** A text with single spaces, at most so long. */
export const plainPiece = (text: string): string =>
  text.slice(0, MOST_PIECE).replaceAll(/\s+/g, ' ').trim();

function openTodos(args: Json): readonly string[] {
  const lists = isMap(args) ? Object.values(args) : [args];
  const items = lists.flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]) : []));
  return items.slice(0, MOST_PIECES).flatMap((item) => {
    if (!isMap(item) || (typeof item['status'] === 'string' && DONE.test(item['status'])))
      return [];
    const text = TODO_TEXTS.map((key) => item[key]).find((value) => typeof value === 'string');
    const piece = typeof text === 'string' ? plainPiece(text) : '';
    return piece.length >= LEAST_PIECE ? [piece] : [];
  });
}
