import type { Json } from '@/lib/engine/session/schema';
import { countOf, listOf, type Fields } from '../../mechanisms/loose-json';

/** A document under construction. */
type Node = { [key: string]: Json } | Json[];

/** Kinds of lines. */
const SET = 1;
const PUSH = 2;
const DELETE = 3;

/** Deepest path of a change that is followed. */
const DEEPEST = 50;

/**
 * Applies a line to a document: sets or deletes the value at its path, or appends to the list there
 * after cutting it at `i`. False if the line is not a change, or its path leads nowhere.
 */
export function applyChange(document: Json, line: Fields): boolean {
  const path = listOf(line['k']);
  const last = path.at(-1);
  const kind = line['kind'];
  const parent =
    path.length === 0 || path.length > DEEPEST ? null : nodeAt(document, path.slice(0, -1));
  if (parent === null || !isKey(parent, last)) return false;
  if (kind === SET) return put(parent, last, (line['v'] ?? null) as Json);
  if (kind === DELETE) return put(parent, last, null);
  if (kind !== PUSH) return false;
  const known = read(parent, last);
  const list: Json[] = Array.isArray(known) ? (known as Json[]) : [];
  const end = countOf(line['i']);
  if (end !== null && end < list.length) list.length = end;
  for (const value of listOf(line['v'])) list.push(value as Json);
  return put(parent, last, list);
}

function nodeAt(document: Json, path: readonly unknown[]): Node | null {
  let value: Json | undefined = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return null;
    const node = value as Node;
    if (!isKey(node, step)) return null;
    value = read(node, step);
  }
  return typeof value === 'object' && value !== null ? (value as Node) : null;
}

/** True for a key of an object's own, or a place in a list or right behind its end. */
function isKey(node: Node, key: unknown): key is string | number {
  if (Array.isArray(node)) return countOf(key) !== null && (key as number) <= node.length;
  return typeof key === 'string' && key !== '__proto__';
}

function read(node: Node, key: string | number): Json | undefined {
  if (Array.isArray(node)) return node[Number(key)];
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

function put(node: Node, key: string | number, value: Json): boolean {
  if (Array.isArray(node)) node[Number(key)] = value;
  else node[key] = value;
  return true;
}
