import type { Result } from '@/lib/engine/base/result';
import type { ImportError, TraceReader } from '../importer';

/** Lets a reader finish without a pause. For tests. */
export function endOf(reader: Pick<TraceReader, 'end'>): Result<void, ImportError> {
  for (;;) {
    const end = reader.end();
    if (end !== null) return end;
  }
}
