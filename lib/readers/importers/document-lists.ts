import type { At } from './mechanisms/loose-json';
import type { Json } from '@/lib/engine/session/schema';
import type { Importer, TraceReader } from './importer';

/** Lists declared below one place of a document; see `Importer.lists`. */
export interface ListNode {
  /** The list's name if an array in this place comes element by element; else null. */
  readonly list: string | null;
  /** Lists declared below each of its elements; null for none. */
  readonly element: ListNode | null;
  /** Lists declared below the fields of an object in this place, in order of declaration. */
  readonly fields: ReadonlyMap<string, ListNode>;
}

interface OpenNode extends ListNode {
  list: string | null;
  element: OpenNode | null;
  readonly fields: Map<string, OpenNode>;
}

const nothing = (): OpenNode => ({ list: null, element: null, fields: new Map() });

/** The lists of an importer as a tree; `a.b[].c[]` declares `a.b[]` as well. */
export function listTree(lists: readonly string[] = []): ListNode {
  const root = nothing();
  for (const name of lists) {
    let node = root;
    for (const { index, 0: step } of name.matchAll(/\[\]|[^.[]+/g)) {
      if (step === '[]') {
        node.list = name.slice(0, index + step.length);
        node.element ??= nothing();
        node = node.element;
      } else {
        const next = node.fields.get(step) ?? nothing();
        node.fields.set(step, next);
        node = next;
      }
    }
  }
  return root;
}

/** True if nothing is declared below a place. */
export const isLeaf = ({ list, fields }: ListNode): boolean => list === null && fields.size === 0;

/** An emptied list: its elements and its place. */
interface FoundList {
  readonly node: ListNode;
  readonly items: readonly Json[];
  readonly at: At;
}

/** The place of an element: its JSON path; in a line's record, the line's number. */
const elementAt = (at: At, i: number): At => (typeof at === 'number' ? at : `${at}[${i}]`);

/** A copy with the declared lists empty; the value itself if it has none. */
export const emptied = (node: ListNode, value: Json): Json => cut(node, value, '$', []);

function cut(node: ListNode, value: Json, at: At, found: FoundList[]): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (node.list === null && Array.isArray(value)) return value as Json;
  if (Array.isArray(value)) {
    found.push({ node, items: value as readonly Json[], at });
    return [];
  }
  let copy: Record<string, Json> | null = null;
  for (const [key, child] of node.fields) {
    const inner = Object.hasOwn(value, key) ? (value as Record<string, Json>)[key] : undefined;
    if (inner === undefined) continue;
    const left = cut(child, inner, typeof at === 'number' ? at : `${at}.${key}`, found);
    if (left === inner) continue;
    copy ??= { ...(value as Record<string, Json>) };
    copy[key] = left;
  }
  return copy ?? value;
}

/** Hands over a value with declared lists: first without their elements, then the elements. */
export function handPieces(
  node: ListNode,
  value: Json,
  at: At,
  list: string | undefined,
  take: TraceReader['record'],
): void {
  if (isLeaf(node)) return take(value, at, list);
  const found: FoundList[] = [];
  take(cut(node, value, at, found), at, list);
  for (const { node: of, items, at: place } of found) {
    const inside = of.element ?? nothing();
    for (const [i, item] of items.entries()) {
      handPieces(inside, item, elementAt(place, i), of.list ?? undefined, take);
    }
  }
}

/**
 * Hands a record or a document to a reader in the pieces of `Importer.lists`. An array comes as its
 * elements if the format takes both.
 */
export function handOver(
  { inputs, lists }: Pick<Importer, 'inputs' | 'lists'>,
  reader: Pick<TraceReader, 'record'>,
): (value: Json, at: At) => void {
  const tree = listTree(lists);
  const take: TraceReader['record'] = (value, at, list) => reader.record(value, at, list);
  const records = inputs.includes('jsonl') && inputs.includes('json');
  return (value, at) => {
    if (records && Array.isArray(value)) {
      for (const [i, item] of (value as readonly Json[]).entries()) {
        handPieces(tree, item, elementAt(at, i), undefined, take);
      }
    } else handPieces(tree, value, at, undefined, take);
  };
}
