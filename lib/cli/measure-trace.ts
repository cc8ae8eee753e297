import { ok, type Result } from '@/lib/base/result';
import type { ImportError } from '@/lib/importers/importer';
import type { Receipt } from '@/lib/importers/receipt';
import { readTrace } from '@/lib/ingest/read-trace';
import type { SessionDraft } from '@/lib/session/draft';
import { EntryTable } from '@/lib/tokens/entry-table';
import { withLimit } from '@/lib/tokens/limits';
import { profileOf, type Profile } from '@/lib/tokens/profile';

/** A session of a trace as numbers; its texts were measured while reading and not kept. */
export interface MeasuredSession {
  readonly draft: SessionDraft;
  readonly profile: Profile;
}

/** A trace file, read and measured. */
export interface MeasuredTrace {
  /** Path as the user gave it. */
  readonly file: string;
  readonly format: string;
  readonly receipt: Receipt;
  readonly sessions: readonly MeasuredSession[];
}

/** Reads and measures a trace file; `path` is where it is, `file` what the user called it. */
export async function measureTrace(
  file: string,
  path: string,
): Promise<Result<MeasuredTrace, ImportError>> {
  const table = new EntryTable();
  const drafts: SessionDraft[] = [];
  let usages = 0;
  const read = await readTrace(path, {
    store: { entry: (entry) => table.push(entry), usage: () => usages++ },
    onSession: (draft) => drafts.push(withLimit(draft)),
  });
  if (!read.ok) return read;
  const sessions = drafts.map((draft) => ({ draft, profile: profileOf(draft, table) }));
  return ok({ file, format: read.value.importer, receipt: read.value.receipt, sessions });
}
