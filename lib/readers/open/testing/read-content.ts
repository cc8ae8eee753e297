import { err, ok, type Result } from '@/lib/engine/base/result';
import { handOver } from '@/lib/readers/importers/document-lists';
import { startReader, type ImportError } from '@/lib/readers/importers/importer';
import { ReceiptBuilder } from '@/lib/readers/importers/receipt';
import { sniff } from '@/lib/readers/importers/registry';
import { endOf } from '@/lib/readers/importers/testing/end-of';
import type { ReadTrace } from '@/lib/readers/importers/testing/read-trace';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { findContent } from '../find-content';
import { UnpackBudget } from '../archives/unpack-budget';
import type { TraceBytes } from '../trace-bytes';

/** Reads a content as the hosts do; documents of more than `large` bytes in pieces. */
export async function readContent(
  content: TraceBytes,
  large?: number,
): Promise<Result<ReadTrace, ImportError>> {
  const options = { budget: new UnpackBudget(Infinity), scratch: '', signal: undefined, large };
  const found = await findContent(null, content, options);
  if (!found.ok) return found;
  if (found.value.kind !== 'source') throw new Error('An archive');
  const { source } = found.value;
  for (const head of source.heads) {
    const importer = sniff(head);
    if (!importer.ok && importer.error.code === 'unrecognized') continue;
    if (!importer.ok) return importer;
    const store = new MemoryStore();
    const drafts: SessionDraft[] = [];
    const receipt = new ReceiptBuilder();
    const session = (draft: SessionDraft): void => void drafts.push(draft);
    const file = 'unknown';
    const reader = startReader(importer.value, { file, store, receipt, session }, head.kind);
    const fed = await source.feed({
      importer: importer.value,
      input: head.kind,
      reader,
      take: handOver(importer.value, reader),
      receipt,
      signal: undefined,
      progress: () => undefined,
      ready: () => Promise.resolve(),
    });
    if (!fed.ok) return fed;
    const end = endOf(reader);
    if (!end.ok) return end;
    const { id } = importer.value;
    const sessions = drafts.map((draft) => store.session(draft));
    return ok({ format: id, sessions, drafts, store, receipt: receipt.finish(id) });
  }
  return err(source.unclaimed);
}
