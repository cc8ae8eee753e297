import type { Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import { openTrace, type OpenOptions, type ReadOutcome, type TraceSink } from './open-trace';

/**
 * Reads a trace file into a store and passes on each session when complete. After an error the caller
 * must discard the sessions received.
 */
export async function readTrace(
  path: string,
  { store, onSession, ready, ...options }: OpenOptions & TraceSink,
): Promise<Result<ReadOutcome, ImportError>> {
  const opened = await openTrace(path, options);
  if (!opened.ok) return opened;
  try {
    return await opened.value.read({ store, onSession, ready });
  } finally {
    await opened.value.close();
  }
}
