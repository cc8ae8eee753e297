import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ListNode } from '@/lib/readers/importers/document-lists';
import type { ImportError } from '@/lib/readers/importers/importer';
import type { Json } from '@/lib/engine/session/schema';
import type { TraceBytes } from '../trace-bytes';
import { scanDocument, type DocumentScan, type ScanOptions } from './document-scan';

/** A document's pieces by one format's declaration. */
export interface Skeleton {
  readonly tree: ListNode;
  readonly document: Json;
  /** Large elements with inner lists, by place, without those lists' elements. */
  readonly large: ReadonlyMap<string, Json>;
  /** The document's lists are in their declared order. */
  readonly inOrder: boolean;
  readonly cutOff: boolean;
  readonly otherBytes: boolean;
}

/** Reads a document once for what stands outside of one format's lists. */
export async function skeletonOf(
  content: TraceBytes,
  tree: ListNode,
  options: Pick<ScanOptions, 'signal' | 'large'>,
): Promise<Result<Skeleton, ImportError>> {
  const scan = await scanDocument(content, tree, { ...options, elements: 0 });
  const { fault, repeated, head: document, large, cutOff, otherBytes } = scan;
  if (fault !== null) return err(fault);
  if (repeated !== null) return err(twice(repeated));
  if (document === undefined) return err(noDocument(scan));
  const own = namesIn(tree);
  const places = scan.order.map((name) => own.indexOf(name));
  const inOrder = places.every((place, i) => i === 0 || place > (places[i - 1] ?? -1));
  return ok({ tree, document, large, inOrder, cutOff, otherBytes });
}

/** Names of all lists of a tree in declared order. */
export function namesIn({ list, element, fields }: ListNode): readonly string[] {
  const inside = element === null ? [] : namesIn(element);
  const below = [...fields.values()].flatMap(namesIn);
  return [...(list === null ? [] : [list]), ...inside, ...below];
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
