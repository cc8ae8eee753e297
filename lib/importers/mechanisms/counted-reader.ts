import { err, ok, type Result } from '@/lib/base/result';
import type { SessionDraft } from '@/lib/session/draft';
import type { Json } from '@/lib/session/schema';
import type { ImportContext, ImportError, TraceReader } from '../importer';

/** A reader that hands its sessions over as it reads, and fails if no record held a model call. */
export abstract class CountedReader implements TraceReader {
  /** Errors for a trace without records, and for one without a session. */
  protected empty = 'The file holds no record.';
  protected nothing = 'The file holds no model call.';
  readonly #ids = new Set<string>();
  /** The next number for an id that the trace already has. */
  readonly #numbers = new Map<string, number>();
  #records = 0;
  #sessions = 0;

  constructor(protected readonly context: ImportContext) {}

  record(value: Json, at: number | string, list?: string): void {
    this.#records++;
    this.take(value, at, list);
  }

  end(): Result<void, ImportError> {
    this.close();
    if (this.#records === 0) return err({ code: 'empty', message: this.empty });
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: this.nothing });
  }

  /** Takes the next record. */
  protected abstract take(value: Json, at: number | string, list?: string): void;

  /** Hands over everything still open. */
  protected abstract close(): void;

  /** Hands a session over; ignores null. */
  protected session(draft: SessionDraft | null): void {
    if (draft === null) return;
    this.#sessions++;
    this.context.session(draft);
  }

  /** The id, with a number if the trace already has it: files may be joined. */
  protected unique(id: string): string {
    let unique = id;
    let number = this.#numbers.get(id) ?? 2;
    for (; this.#ids.has(unique); number++) unique = `${id} (${number})`;
    if (unique !== id) this.#numbers.set(id, number);
    this.#ids.add(unique);
    return unique;
  }
}
