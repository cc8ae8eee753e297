import type { Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import type { ImportContext, ImportError, TraceReader } from '../importer';

/** Builds sessions from its input and hands them over at the end (null: there are more). */
interface Collector {
  end(): Result<void, ImportError> | null;
}

/** A reader that leaves the building of sessions to a collector. */
export abstract class CollectingReader<Sessions extends Collector> implements TraceReader {
  #closed = false;

  constructor(
    protected readonly context: ImportContext,
    protected readonly sessions: Sessions,
  ) {}

  abstract record(value: Json, at: number | string, list?: string): void;

  end(): Result<void, ImportError> | null {
    if (!this.#closed) this.close?.();
    this.#closed = true;
    return this.sessions.end();
  }

  /** Called after the last record: passes on everything still open. */
  protected close?(): void;
}
