import { ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import type { Session } from '@/lib/engine/session/schema';
import type { OpenOptions, ReadOutcome } from '../open-trace';
import { readTrace } from '../read-trace';

/** A trace held in memory. */
export interface LoadedTrace extends ReadOutcome {
  readonly sessions: readonly Session[];
}

/** Reads a whole trace file into memory: for the command line and tests. */
export async function loadTrace(
  path: string,
  options: OpenOptions = {},
): Promise<Result<LoadedTrace, ImportError>> {
  const store = new MemoryStore();
  const drafts: SessionDraft[] = [];
  const read = await readTrace(path, {
    ...options,
    store,
    onSession: (draft) => drafts.push(draft),
  });
  if (!read.ok) return read;
  return ok({ ...read.value, sessions: drafts.map((draft) => store.session(draft)) });
}
