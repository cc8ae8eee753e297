import { err, ok, type Result } from '@/lib/engine/base/result';
import { emptied, isLeaf, type ListNode } from '@/lib/readers/importers/document-lists';
import type { ImportError } from '@/lib/readers/importers/importer';
import type { Json } from '@/lib/engine/session/schema';
import type { TraceBytes } from '../trace-bytes';
import { scanDocument, type DocumentScan, type ScanOptions } from './document-scan';

/** A document's pieces by one format's declaration. */
export interface Skeleton {
  readonly tree: ListNode;
  readonly document: Json;
  readonly large: ReadonlyMap<string, Json>;
  /** The document's lists are in their declared order. */
  readonly inOrder: boolean;
  readonly cutOff: boolean;
  readonly otherBytes: boolean;
}

/**
 * A document outside one format's lists: from the scan by all formats' lists if that left out nothing
 * that this format reads whole, else from another scan.
 */
export async function skeletonOf(
  content: TraceBytes,
  scan: DocumentScan,
  tree: ListNode,
  options: Omit<ScanOptions, 'enough'>,
): Promise<Result<Skeleton, ImportError>> {
  const own = namesIn(tree);
  const fits = scan.complete && scan.repeated === null && isWithin(scan.shortened, own);
  const used = fits ? scan : await scanDocument(content, tree, options);
  if (used.fault !== null) return err(used.fault);
  if (used.repeated !== null) return err(twice(used.repeated));
  if (used.head === undefined) return err(noDocument(used));
  const large = new Map<string, Json>();
  for (const [path, value] of used.large) {
    const node = nodeAt(tree, path);
    if (node !== null) large.set(path, emptied(node, value));
  }
  const places = used.order.filter((name) => own.includes(name)).map((name) => own.indexOf(name));
  return ok({
    tree,
    document: emptied(tree, used.head),
    large,
    inOrder: places.every((place, i) => i === 0 || place > (places[i - 1] ?? -1)),
    cutOff: used.cutOff,
    otherBytes: used.otherBytes,
  });
}

const isWithin = (names: ReadonlySet<string>, all: readonly string[]): boolean =>
  [...names].every((name) => all.includes(name));

/** Names of all lists of a tree in declared order. */
export function namesIn({ list, element, fields }: ListNode): readonly string[] {
  const inside = element === null ? [] : namesIn(element);
  const below = [...fields.values()].flatMap(namesIn);
  return [...(list === null ? [] : [list]), ...inside, ...below];
}

/** Declaration at a place such as `$.resourceSpans[3]`; null for none. */
function nodeAt(tree: ListNode, path: string): ListNode | null {
  let node: ListNode | null = tree;
  for (const [step] of path.slice(1).matchAll(/\[\d+\]|[^.[]+/g)) {
    node = (step.startsWith('[') ? node.element : node.fields.get(step)) ?? null;
    if (node === null) return null;
  }
  return isLeaf(node) ? null : node;
}

const twice = (place: string): ImportError => ({
  code: 'malformed',
  message: `The document has ${place} twice; remove one of the two.`,
  at: place,
});

const noDocument = ({ cutOff, complete, state }: DocumentScan): ImportError => ({
  code: 'malformed',
  message:
    complete && !cutOff && state === 'inside'
      ? 'The JSON is cut off: the file ends inside of the document, outside of its lists.'
      : 'The document is not JSON outside its lists.',
  at: '$',
});
